import type { FinancedCurrency, Money } from '@anticipa/domain/money';

/** What can be received today. */
export interface Receivable {
  /** The invoices that make up the deposits, in the order shown. */
  readonly ids: readonly string[];
  readonly deposits: readonly Money<FinancedCurrency>[];
  /** How many of them are priced without a known term of their receiver. */
  readonly assumed: number;
  /** How many more do not fit the credit. */
  readonly exceeding: number;
  /** How many more need another payment date. */
  readonly undated: number;
}
