/** The portal's own texts of reminders, which a lender can replace. */
import type { ReminderText } from '@anticipa/domain/reminder';

export interface ReminderMail {
  readonly subject: string;
  /** Separated by empty lines. */
  readonly paragraphs: string;
}

export const defaultReminderTexts: Readonly<Record<ReminderText, ReminderMail>> = {
  'client-due': {
    subject: '{facturas} por vencer: {total}',
    paragraphs:
      '{nombre}, estas facturas de {empresa} vencen pronto. Si tu cliente paga a su CLABE o a nuestra cuenta, no tienes que hacer nada.\n\nSi el pago pasa por ti, genera una referencia en el portal.',
  },
  'client-overdue': {
    subject: '{facturas} por pagar: {total}',
    paragraphs:
      '{nombre}, de estas facturas de {empresa} todavía no recibimos el pago. Las vencidas causan recargos cada día.\n\nSi ya se pagaron, envíanos el comprobante. Si hay un desacuerdo con tu cliente, llama a tu asesor.',
  },
  'receiver-due': {
    subject: '{facturas} por vencer: {total}',
    paragraphs:
      '{nombre}, {empresa} tiene {facturas} por vencer. Sus proveedores nos cedieron el cobro y ya lo notificamos.\n\nPaga con una transferencia a la CLABE y con el concepto que aparecen junto a cada factura.',
  },
  'receiver-overdue': {
    subject: '{facturas} por pagar: {total}',
    paragraphs:
      '{nombre}, {empresa} tiene {facturas} por pagar y alguna ya venció. Sus proveedores nos cedieron el cobro y ya lo notificamos.\n\nPaga con una transferencia a la CLABE y con el concepto que aparecen junto a cada factura. Si no están de acuerdo con alguna, dilo a tu proveedor y a nosotros.',
  },
};

/** Occasions of the texts. */
export const reminderTextNames: Readonly<Record<ReminderText, string>> = {
  'client-due': 'Al cliente, antes del vencimiento',
  'client-overdue': 'Al cliente, con facturas vencidas',
  'receiver-due': 'Al receptor, antes del vencimiento',
  'receiver-overdue': 'Al receptor, con facturas vencidas',
};

/** "1 factura". */
export const countOfInvoices = (count: number): string => (count === 1 ? '1 factura' : `${count} facturas`);

export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s*\n\s*/g, ' ').trim())
    .filter((paragraph) => paragraph !== '');
