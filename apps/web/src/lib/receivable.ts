import type { FinancedCurrency, Money } from '@anticipa/domain/money';

/** Amounts that can be received today. */
export interface Receivable {
  /** The invoices that make up the deposits, in the order shown. */
  readonly ids: readonly string[];
  readonly deposits: readonly Money<FinancedCurrency>[];
  /** Number of them priced without a known term of their receiver. */
  readonly assumed: number;
  /** Number of others that do not fit the credit. */
  readonly exceeding: number;
  /** Number of others that need another payment date. */
  readonly undated: number;
}
