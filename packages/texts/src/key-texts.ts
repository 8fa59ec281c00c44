/** What the key of a program may do, in words. */
import type { KeyScope, KeyState } from '@anticipa/domain/api-key';

export const scopeTexts: Readonly<
  Record<KeyScope, { readonly title: string; readonly help: string; readonly mail: string }>
> = {
  read: { title: 'Consultar', help: 'Facturas, ventas, referencias y estados de cuenta.', mail: 'consultar' },
  upload: { title: 'Subir facturas', help: 'Envía archivos XML, como quien los arrastra.', mail: 'subir facturas' },
  prepare: {
    title: 'Preparar ventas y referencias',
    help: 'Cotiza, aparta facturas y crea referencias de pago. No acepta.',
    mail: 'preparar ventas y referencias',
  },
  sell: {
    title: 'Vender',
    help: 'Acepta los términos en tu nombre y hasta donde tú puedes.',
    mail: 'vender, aceptando los términos',
  },
};

export const keyStateTexts: Readonly<Record<KeyState, string>> = {
  live: 'En uso',
  expired: 'Vencida',
  revoked: 'Revocada',
  ended: 'Terminó con el acceso de su dueño',
};
