/** Rules of changes that need a second person. */
import { type FinancedCurrency, moneyOf } from './money.ts';

/** No money goes to a changed account for this long. */
export const ACCOUNT_COOLING_MS = 24 * 3_600_000;

/** Start date of a blocked account, in the far future: it receives nothing until it is changed or two people confirm it. */
export const ACCOUNT_BLOCKED_FROM = new Date('9999-12-31T00:00:00Z');

/** Whether the start date of an account blocks it; null means that the account receives. */
export const isAccountBlocked = (paysFrom: Date | string | null): boolean =>
  paysFrom !== null && new Date(paysFrom) >= ACCOUNT_BLOCKED_FROM;

/** Whether a receiver's limit becomes higher, which needs a second person; null is no limit. A lower one applies at once. */
export const isRaised = (now: string | null, wanted: string | null, currency: FinancedCurrency): boolean =>
  now !== null && (wanted === null || moneyOf(wanted, currency).cents > moneyOf(now, currency).cents);
