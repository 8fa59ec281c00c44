/** The interest detail as rows. */
import type { InterestRow } from '@anticipa/contract/interest';
import { type FinancedCurrency, type Money, moneyOf } from '@anticipa/domain/money';

export interface InterestShown {
  readonly id: string;
  readonly month: string;
  readonly folio: string;
  readonly interest: Money<FinancedCurrency>;
  readonly iva: Money<FinancedCurrency>;
  readonly product: string;
  /** Folio of the lender's invoice for it; null until the month cut. */
  readonly billedIn: string | null;
}

/** [INT-02] The rows with interest, in the given order. */
export const interestRowsOf = (rows: readonly InterestRow[]): readonly InterestShown[] =>
  rows
    .map((row) => ({
      id: `${row.documentId}:${row.periodo}`,
      month: row.periodo,
      folio: row.folioInvoice,
      interest: moneyOf(row.interest, row.currency),
      iva: moneyOf(row.iva, row.currency),
      product: row.productName,
      billedIn: row.invoiceFolio,
    }))
    .filter(({ interest }) => interest.cents > 0n);
