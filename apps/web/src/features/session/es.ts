/** Texts of signing in and out. The quoted ones are fixed by the specification. */
export const es = {
  title: 'Iniciar sesión',
  email: 'Email',
  password: 'Contraseña',
  submit: 'Entrar',
  submitting: 'Entrando',
  forgot: 'Recuperar contraseña',
  errorTitle: '¡Error!',
  ok: 'Ok',
  unreachable: 'No hay conexión con el servidor. Revisa tu conexión e intenta de nuevo; lo que escribiste se conserva.',
  unexpected: 'Ocurrió un error inesperado. Intenta de nuevo; lo que escribiste se conserva.',
  validation: {
    emailRequired: 'El email es requerido',
    emailInvalid: (example: string) => `Ingresa un email válido (Ejemplo: ${example})`,
    noSpaces: 'Los espacios no están permitidos',
    passwordRequired: 'La contraseña es requerida',
  },
  recover: {
    title: 'Recuperar contraseña',
    text: 'Tu contraseña la restablece el administrador de tu empresa o tu asesor. Con la contraseña nueva puedes entrar de inmediato.',
    back: 'Volver a iniciar sesión',
  },
} as const;
