/** The lender's brand, for the lender's people. */
import { NONE, orNone } from './approval-values.ts';
import type { KindTexts } from './approvals.ts';

/** A logo by the beginning of its hash: people compare the pictures. */
const logoName = (logo: string | null): string => (logo === null ? NONE : `Logotipo ${logo.slice(0, 8)}`);
const derived = (colour: string | null): string => colour ?? 'Derivado del principal';
const textOrNone = (text: string | null): string => text ?? '';

/** Changes of the brand, in words. */
export const brandKinds: { readonly [K in 'brand']: KindTexts<K> } = {
  brand: {
    mail: 'Un cambio de la marca',
    title: () => 'Marca de la financiera',
    values: ({ changed }) => [
      changed('Nombre', (v) => v.name),
      changed('Razón social', (v) => v.legalName),
      changed('Color principal', (v) => v.colour),
      changed('Color en modo oscuro', (v) => v.darkColour, derived),
      changed('Logotipo', (v) => v.logo, logoName),
      changed('Liga del aviso de privacidad', (v) => v.privacyUrl, orNone),
      changed('Aviso de privacidad', (v) => v.privacyText, textOrNone, 'difference'),
      changed('Teléfono', (v) => v.supportPhone, orNone),
      changed('WhatsApp', (v) => v.supportWhatsApp, orNone),
      changed('Correo de atención', (v) => v.supportEmail, orNone),
      changed('Remitente de los correos', (v) => v.senderAddress, orNone),
    ],
  },
};
