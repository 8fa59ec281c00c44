/**
 * Texts of invoices and of what keeps one from being sold: those that the first screen needs. It does without the refusals of
 * the server in `texts.ts`, which come with their texts.
 */
import type { ErrorCode } from '@anticipa/domain/errors';
import type { InvoiceStatusName, Unsellable } from '@anticipa/domain/invoice';
import type { ProductCode } from '@anticipa/domain/product';
import type { ChoiceProblem } from '@anticipa/domain/sale';

/** `currencies` as a list in prose: "MXN y USD". */
export function bankAccountMissing(currencies: string): string {
  return `Las facturas en ${currencies} no pudieron ser procesadas porque no se ha asociado una cuenta bancaria en esa moneda.`;
}

/** Why an invoice cannot be sold as it was chosen. */
export type OfferProblem = ChoiceProblem | 'DEPOSIT_NOT_POSITIVE';

export const offerTexts = {
  PAYMENT_DATE_MISSING: 'Verifica fecha para pago',
  PAYMENT_DATE_NOT_AFTER_TODAY: 'La fecha para pago no puede ser menor o igual al día de hoy',
  TERM_OVER_180_DAYS: 'La fecha de emisión a la de pago no puede ser mayor a 180 días',
  PAYMENT_DATE_NOT_BUSINESS_DAY: 'La fecha para pago debe ser un día hábil.',
  INVOICE_REJECTED: 'La factura no pasó la revisión. Su motivo aparece en la lista.',
  PURCHASE_ORDER_MISSING: 'Especifica el folio de la orden de compra',
  DEPOSIT_NOT_POSITIVE: 'El costo supera el anticipo de la factura. Elige una fecha de pago más cercana.',
  EXCHANGE_RATE_MISSING: 'Hoy no hay tipo de cambio publicado. Intenta más tarde.',
} as const satisfies Partial<Record<ErrorCode, string>> & Record<OfferProblem, string>;

/** The missing PPD has its text among the motives. */
export const unsellableTexts: Record<Exclude<Unsellable, 'PPD_REQUIRED'>, string> = {
  PRODUCT_NOT_AUTHORISED: 'Tu empresa no tiene autorizado este producto. Consulta a tu asesor.',
  PRODUCT_INACTIVE: 'Tienes deshabilitada esta función temporalmente. Si tienes dudas, consulta a tu asesor.',
  STATUS: 'La factura ya está en una venta o en crédito.',
  REJECTED_BEFORE_TODAY: 'La factura fue rechazada en un día anterior.',
  DELETED: 'La factura fue eliminada.',
  NO_CREDIT_LINE: 'No tienes una línea de crédito para la moneda de esta factura. Consulta a tu asesor.',
  CREDIT_LINE_ENDED: 'La vigencia de tu línea de crédito terminó. Consulta a tu asesor.',
};

/** Table titles and donut labels. */
export const statusLabels: Record<InvoiceStatusName, string> = {
  RECHAZADA: 'Rechazadas',
  REGISTRADO: 'Pendientes',
  AUTORIZADA: 'Autorizadas',
  PREVENTA: 'En Validación',
  CREDITO: 'En crédito',
  LIQUIDADO: 'Liquidadas',
};

/** The status of one invoice. */
export const invoiceStates: Record<InvoiceStatusName, string> = {
  RECHAZADA: 'Rechazada',
  REGISTRADO: 'Pendiente',
  AUTORIZADA: 'Autorizada',
  PREVENTA: 'En validación',
  CREDITO: 'En crédito',
  LIQUIDADO: 'Liquidada',
};

/** Display names until the lender's configuration is loaded. */
export const defaultProductNames: Record<ProductCode, string> = { BI: 'Anticipo Índice', FB: 'Factoraje' };
