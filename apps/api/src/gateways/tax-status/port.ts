import type { PrintedInvoice } from '@anticipa/cfdi/qr';
import type { TaxAnswer } from '@anticipa/domain/invoice-entry';

export interface TaxStatusPort {
  /** Asks for the invoice's current status. Never throws and never exceeds its deadline. */
  check(invoice: PrintedInvoice): Promise<TaxAnswer>;
  /** Milliseconds that a sale waits for all of its invoices. */
  readonly saleDeadlineMs: number;
}
