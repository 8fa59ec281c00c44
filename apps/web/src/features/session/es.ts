/** Texts of signing in and out. The quoted ones are fixed by the specification. */
export const es = {
  title: 'Iniciar sesión',
  email: 'Email',
  password: 'Contraseña',
  submit: 'Entrar',
  submitting: 'Entrando',
  forgot: 'Recuperar contraseña',
  cookiesBlocked: 'Tu navegador bloquea las cookies de este sitio: al recargar la página tendrás que entrar de nuevo.',
  errorTitle: '¡Error!',
  validation: {
    emailRequired: 'El email es requerido',
    emailInvalid: (example: string) => `Ingresa un email válido (Ejemplo: ${example})`,
    noSpaces: 'Los espacios no están permitidos',
    passwordRequired: 'La contraseña es requerida',
    passwordTooShort: 'La contraseña debe tener mínimo 8 caracteres',
    passwordTooLong: 'La contraseña debe tener máximo 128 caracteres',
    passwordsDiffer: 'Las contraseñas no coinciden',
  },
  recover: {
    ask: {
      title: 'Recuperar contraseña',
      text: 'Escribe el email con el que entras al portal. Te enviaremos una liga para definir una contraseña nueva.',
      submit: 'Enviar instrucciones',
      submitting: 'Enviando',
    },
    sent: {
      title: 'Revisa tu correo',
      to: (email: string) =>
        `Enviamos las instrucciones a ${email}, si está registrado. La liga sirve una sola vez y vence en 60 minutos.`,
      missing: 'Si no lo ves en unos minutos, revisa la carpeta de correo no deseado o vuelve a pedirlo.',
      again: 'Pedirlo otra vez',
    },
    checking: { title: 'Recuperar contraseña', text: 'Verificando la liga', retry: 'Intentar de nuevo' },
    choose: {
      title: 'Nueva contraseña',
      for: 'Para',
      password: 'Nueva contraseña',
      passwordHelp: 'Mínimo 8 caracteres, sin espacios.',
      repeated: 'Repite la nueva contraseña',
      submit: 'Guardar contraseña',
      submitting: 'Guardando',
    },
    done: {
      title: 'Contraseña Actualizada',
      text: 'Ya puedes entrar con ella. Si tenías sesiones abiertas, se cerraron por seguridad.',
      login: 'Iniciar sesión',
    },
    forced: 'Antes de continuar hay que cambiar la contraseña. Mientras tanto no se puede usar el resto del portal.',
    back: 'Volver a iniciar sesión',
    logout: 'Cerrar Sesión',
  },
  signOut: {
    title: '¿Quieres cerrar tu sesión?',
    text: 'También se cerrará en las demás pestañas de este navegador. Lo que no hayas guardado se perderá.',
    submit: 'Cerrar sesión',
    back: 'Ir al Tablero General',
  },
} as const;
