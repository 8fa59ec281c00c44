/** The interest detail as rows. */
import type { InterestRow } from '@anticipa/contract/interest';
import { type FinancedCurrency, type Money, moneyOf } from '@anticipa/domain/money';

export interface InterestShown {
  readonly id: string;
  readonly row: InterestRow;
  readonly interest: Money<FinancedCurrency>;
}

/** [INT-02] The rows with interest, in the given order. */
export const interestRowsOf = (rows: readonly InterestRow[]): readonly InterestShown[] =>
  rows
    .map((row) => ({
      id: `${row.documentId}:${row.periodo}`,
      row,
      interest: moneyOf(row.interest, row.currency),
    }))
    .filter(({ interest }) => interest.cents > 0n);
