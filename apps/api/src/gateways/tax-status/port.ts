import type { PrintedInvoice } from '@anticipa/cfdi/qr';

/**
 * What the tax authority says of an invoice now. `cancelacion-en-proceso` is a valid one that somebody is cancelling;
 * `unreachable` says nothing about the invoice: no answer, none in time, or one that makes no sense.
 */
export type TaxStatus = 'vigente' | 'cancelado' | 'no-encontrado' | 'cancelacion-en-proceso' | 'unreachable';

export interface TaxStatusPort {
  /** Never throws and never takes longer than its deadline. */
  check(invoice: PrintedInvoice): Promise<TaxStatus>;
}
