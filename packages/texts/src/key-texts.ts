/** Scopes and states of the keys of programs, in words. */
import type { KeyScope, KeyState } from '@anticipa/domain/api-key';
import type { EventType } from '@anticipa/domain/webhook';

export const scopeTexts: Readonly<
  Record<KeyScope, { readonly title: string; readonly help: string; readonly mail: string }>
> = {
  read: { title: 'Consultar', help: 'Facturas, ventas, referencias y estados de cuenta.', mail: 'consultar' },
  upload: { title: 'Subir facturas', help: 'Envía archivos XML, como quien los arrastra.', mail: 'subir facturas' },
  prepare: {
    title: 'Preparar ventas y referencias',
    help: 'Deja ventas por aceptar y crea referencias de pago. No vende.',
    mail: 'preparar ventas y referencias',
  },
  sell: {
    title: 'Vender',
    help: 'Aparta facturas y acepta los términos en tu nombre, hasta donde tú puedes.',
    mail: 'vender, aceptando los términos',
  },
};

export const keyStateTexts: Readonly<Record<KeyState, string>> = {
  live: 'En uso',
  expired: 'Vencida',
  revoked: 'Revocada',
  ended: 'Terminó con el acceso de su dueño',
};

/** Names of the events that programs get. */
export const eventTexts: Readonly<Record<EventType, string>> = {
  'invoice.created': 'Factura nueva',
  'invoice.rejected': 'Factura rechazada',
  'invoice.registered': 'Factura en revisión',
  'invoice.sellable': 'Factura por vender',
  'invoice.held': 'Factura apartada',
  'invoice.financed': 'Factura en crédito',
  'invoice.payment_received': 'Pago recibido',
  'invoice.settled': 'Factura liquidada',
  'invoice.deleted': 'Factura eliminada',
  'sale.held': 'Venta apartada',
  'sale.quoted': 'Venta con términos',
  'sale.requested': 'Venta enviada',
  'sale.returned': 'Venta por corregir',
  'sale.answered': 'Venta autorizada',
  'sale.disbursed': 'Venta depositada',
  'sale.deposit_returned': 'Depósito que regresó',
  'sale.cancelled': 'Venta cancelada',
  'sale.expired': 'Venta vencida',
  'prepared_sale.created': 'Por aceptar: nueva',
  'prepared_sale.returned': 'Por aceptar: regresada',
  'prepared_sale.accepted': 'Por aceptar: aceptada',
  'prepared_sale.withdrawn': 'Por aceptar: retirada',
  'prepared_sale.expired': 'Por aceptar: vencida',
  'reference.created': 'Referencia nueva',
  'reference.reopened': 'Referencia reabierta',
  'reference.paid': 'Referencia pagada',
  'reference.cancelled': 'Referencia cancelada',
  'reference.expired': 'Referencia vencida',
  'webhook.test': 'Prueba',
};
