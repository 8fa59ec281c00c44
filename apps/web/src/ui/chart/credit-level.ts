import { type FinancedCurrency, type Money, zero } from '@anticipa/domain/money';

/** What a credit bar says about the credit left. Source: [TAB-10]. */
export type CreditLevel = 'available' | 'low' | 'overdraft';

export interface CreditView {
  readonly level: CreditLevel;
  /** Whole percent left for people, 0 to 100, floored so that it never promises more than there is. */
  readonly percent: number;
  /** Length of the bar, 0 to 100. */
  readonly length: number;
}

const LOW_PERCENT = 15n;

/**
 * The credit left as a share of the line, both in cents of one currency. 15 % or less is low, 0 or less is overdraft,
 * decided on the exact cents and not on the rounded percent; the bar never passes 100.
 */
export function creditView(availableCents: bigint, limitCents: bigint): CreditView {
  if (availableCents <= 0n || limitCents <= 0n) return { level: 'overdraft', percent: 0, length: 0 };
  const low = availableCents * 100n <= LOW_PERCENT * limitCents;
  const length = Math.min(100, Number((availableCents * 10_000n) / limitCents) / 100);
  return { level: low ? 'low' : 'available', percent: Math.floor(length), length };
}

/** The credit left as a figure to draw on: a line whose limit was lowered under what is in use has nothing left. */
export const creditToDraw = <C extends FinancedCurrency>(available: Money<C>): Money<C> =>
  available.cents > 0n ? available : zero(available.currency);
