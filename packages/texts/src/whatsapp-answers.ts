/** Answers to texts that people send by WhatsApp. None of them has digits, so that two programs do not talk to each other. */
export const whatsAppAnswers = {
  confirmed: 'Listo: desde ahora recibes aquí los avisos de tu empresa. Responde BAJA cuando ya no los quieras.',
  wrong:
    'Ese código no es válido o ya venció. Pide otro en tu perfil del portal, en «Mis avisos», y envíalo desde este teléfono.',
  ended: 'Este número ya no recibe avisos. Puedes activarlos otra vez en tu perfil del portal, en «Mis avisos».',
} as const;
export type WhatsAppAnswer = keyof typeof whatsAppAnswers;
