/** How people reach the lender. */

interface Support {
  readonly supportPhone: string | null;
  readonly supportWhatsApp: string | null;
  readonly supportEmail: string | null;
}

/** "Teléfono 55 5000 0000", "WhatsApp +52…", "Correo ayuda@…", of those that the lender has. */
export const supportLines = ({ supportPhone, supportWhatsApp, supportEmail }: Support): string[] => [
  ...(supportPhone === null ? [] : [`Teléfono ${supportPhone}`]),
  ...(supportWhatsApp === null ? [] : [`WhatsApp +${supportWhatsApp}`]),
  ...(supportEmail === null ? [] : [`Correo ${supportEmail}`]),
];
