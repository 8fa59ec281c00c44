import type { PrintedInvoice } from '@anticipa/cfdi/qr';
import type { TaxStatus } from '@anticipa/domain/invoice-entry';

export interface TaxStatusPort {
  /** What the tax authority says of the invoice now. Never throws and never takes longer than its deadline. */
  check(invoice: PrintedInvoice): Promise<TaxStatus>;
  /** Milliseconds that a sale waits for the answers on all of its invoices. */
  readonly saleDeadlineMs: number;
}
