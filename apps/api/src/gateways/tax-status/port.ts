import type { PrintedInvoice } from '@anticipa/cfdi/qr';
import type { TaxStatus } from '@anticipa/domain/invoice-entry';

export interface TaxStatusPort {
  /** The invoice's current status. Never throws and never exceeds its deadline. */
  check(invoice: PrintedInvoice): Promise<TaxStatus>;
  /** Milliseconds that a sale waits for all of its invoices. */
  readonly saleDeadlineMs: number;
}
