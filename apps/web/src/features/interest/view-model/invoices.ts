/** The interest invoices as rows. */
import type { InterestInvoice } from '@anticipa/contract/interest';
import { type FinancedCurrency, type Money, moneyOf } from '@anticipa/domain/money';
import { es } from '../es.ts';

export interface InvoiceRow {
  readonly id: string;
  readonly folio: string;
  readonly emittedAt: string;
  /** The month of the cut. */
  readonly month: string;
  /** subTotal + iva. */
  readonly amount: Money<FinancedCurrency>;
  readonly iva: Money<FinancedCurrency>;
  readonly active: boolean;
  readonly status: string;
  readonly type: string;
  /** The billed invoices. */
  readonly details: readonly { readonly folio: string; readonly subTotal: Money<FinancedCurrency> }[];
}

/** [HFI-01] The invoices as rows, in the given order. */
export const invoiceRowsOf = (invoices: readonly InterestInvoice[]): readonly InvoiceRow[] =>
  invoices.map((invoice) => ({
    id: invoice.id,
    folio: invoice.folio,
    emittedAt: invoice.emittionDate,
    month: invoice.periodo,
    amount: moneyOf(invoice.amount, invoice.currency),
    iva: moneyOf(invoice.iva, invoice.currency),
    active: invoice.active,
    status: invoice.active ? es.status.active : es.status.cancelled,
    type: invoice.invoiceType ? es.type.income : es.type.credit,
    details: invoice.InvoicingDetails.map(({ factoringDocumentFolio, subTotal }) => ({
      folio: factoringDocumentFolio,
      subTotal: moneyOf(subTotal, invoice.currency),
    })),
  }));

/** The folios of the billed invoices as one text. */
export const foliosOf = ({ details }: InvoiceRow): string => details.map(({ folio }) => folio).join(', ');
