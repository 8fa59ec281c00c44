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
  unreachable:
    'No hay conexión con el servidor. Lo escrito se conserva; al volver la conexión basta con intentar de nuevo.',
  unexpected: 'Ocurrió un error inesperado. Lo escrito se conserva; se puede intentar de nuevo.',
  again: 'Tus datos siguen en la pantalla. Inicia sesión para continuar donde estabas.',
  validation: {
    emailRequired: 'El email es requerido',
    emailInvalid: (example: string) => `Ingresa un email válido (Ejemplo: ${example})`,
    noSpaces: 'Los espacios no están permitidos',
    passwordRequired: 'La contraseña es requerida',
  },
  recover: {
    title: 'Recuperar contraseña',
    text: 'Por ahora la contraseña la restablece el administrador de la empresa o el asesor asignado. Al recibir la nueva contraseña se puede entrar de inmediato.',
    back: 'Volver a iniciar sesión',
  },
} as const;
