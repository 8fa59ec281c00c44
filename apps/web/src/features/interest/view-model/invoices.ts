/** The interest invoices as rows. */
import type { InterestInvoice } from '@anticipa/contract/interest';
import { type FinancedCurrency, type Money, moneyOf } from '@anticipa/domain/money';

export interface InvoiceRow {
  readonly id: string;
  readonly invoice: InterestInvoice;
  readonly amount: Money<FinancedCurrency>;
  readonly iva: Money<FinancedCurrency>;
  /** The billed invoices. */
  readonly details: readonly { readonly folio: string; readonly subTotal: Money<FinancedCurrency> }[];
}

/** [HFI-01] The invoices as rows, in the given order. */
export const invoiceRowsOf = (invoices: readonly InterestInvoice[]): readonly InvoiceRow[] =>
  invoices.map((invoice) => ({
    id: invoice.id,
    invoice,
    amount: moneyOf(invoice.amount, invoice.currency),
    iva: moneyOf(invoice.iva, invoice.currency),
    details: invoice.InvoicingDetails.map(({ factoringDocumentFolio, subTotal }) => ({
      folio: factoringDocumentFolio,
      subTotal: moneyOf(subTotal, invoice.currency),
    })),
  }));
