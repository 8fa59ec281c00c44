/** The interest invoices as rows; amounts of a credit note are negative. */
import type { InterestInvoice } from '@anticipa/contract/interest';
import type { Money } from '@anticipa/domain/money';
import { billedAmount } from '@anticipa/texts/tables/interest';

export interface InvoiceRow {
  readonly id: string;
  readonly invoice: InterestInvoice;
  readonly amount: Money;
  readonly iva: Money;
  /** The billed invoices. */
  readonly details: readonly { readonly folio: string; readonly subTotal: Money }[];
}

/** [HFI-01] The invoices as rows, in the given order. */
export const invoiceRowsOf = (invoices: readonly InterestInvoice[]): readonly InvoiceRow[] =>
  invoices.map((invoice) => ({
    id: invoice.id,
    invoice,
    amount: billedAmount(invoice.amount, invoice),
    iva: billedAmount(invoice.iva, invoice),
    details: invoice.InvoicingDetails.map(({ factoringDocumentFolio, subTotal }) => ({
      folio: factoringDocumentFolio,
      subTotal: billedAmount(subTotal, invoice),
    })),
  }));
