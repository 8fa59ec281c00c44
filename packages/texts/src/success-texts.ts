/** Confirmations of account actions. */
export const successTexts = {
  USER_CREATED_AND_NOTIFIED_BY_EMAIL: 'El usuario se creó y recibirá un correo con la liga para definir su contraseña.',
  CANT_SENT_EMAIL: 'El usuario se creó, pero el correo de invitación no ha podido salir. Se seguirá intentando.',
  USER_UPDATED: '¡Tus datos han sido guardados!',
  PASSWORD_UPDATED: 'Tu contraseña se actualizó. Inicia sesión con la nueva.',
  RECOVER_PASS_SUCCESS: 'Si el correo está registrado, recibirás las instrucciones para definir una nueva contraseña.',
} as const;
