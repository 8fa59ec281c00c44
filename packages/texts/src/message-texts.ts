/** Names of the portal's messages and of their states. */
import type { Message } from '@anticipa/contract/outbox';

export const messageKindTexts: Readonly<Record<Message['kind'], string>> = {
  'sale-summary': 'Resumen de venta',
  'sale-deposit': 'Depósito de venta',
  'sale-deposit-returned': 'Depósito que regresó',
  'sale-returned': 'Venta por corregir',
  'sale-sent': 'Venta enviada',
  'sale-prepared': 'Venta por aceptar',
  'sale-prepared-returned': 'Venta por aceptar que se regresó',
  'reference-cancelled': 'Referencia cancelada',
  'recovery-link': 'Liga para la contraseña',
  'password-changed': 'Contraseña cambiada',
  'new-device': 'Dispositivo nuevo',
  'key-created': 'Llave nueva',
  'webhook-off': 'Dirección para avisos apagada',
  'webhook-maker-left': 'Direcciones para avisos de quien se fue',
  'factor-changed': 'Cambio del segundo factor',
  'invoice-objection': 'Aviso del SAT sobre una factura',
  'invoice-adjusted': 'Movimiento de una factura',
  statement: 'Estado de cuenta',
  desync: 'Sincronización interrumpida',
  'account-changed': 'Cuenta para depósitos cambiada',
  'invoice-extended': 'Prórroga de una factura',
  'payment-reminder': 'Recordatorio de pago',
  'receiver-reminder': 'Recordatorio a un receptor',
  'client-closed': 'Cuenta cerrada',
  'client-reopened': 'Cuenta reabierta',
  'payer-clabe': 'CLABE para un pagador',
  notice: 'Aviso',
  'notice-digest': 'Avisos del día',
  whatsapp: 'Aviso por WhatsApp',
  push: 'Aviso en el navegador',
};

export const messageStateTexts: Readonly<Record<Message['state'], string>> = {
  waiting: 'Por enviar',
  retrying: 'Se reintenta',
  delivered: 'Enviado',
  dropped: 'Ya no hacía falta',
  bounced: 'Rebotado',
  'given-up': 'No se pudo enviar',
};
