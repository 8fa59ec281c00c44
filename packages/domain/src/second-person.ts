/** Conditions under which the answer to a sale needs a second person. */
import { add, type FinancedCurrency, isPositive, type Money } from './money.ts';

/** Amounts of one currency above which a second person confirms; null: none. */
export interface ApprovalAmounts<C extends FinancedCurrency> {
  /** Limit for one sale. */
  readonly perSale: Money<C> | null;
  /** Limit for all sales of one client that one operator authorises in a day, so that splitting gains nothing. */
  readonly perDay: Money<C> | null;
}

export const secondPersonRules = ['sale', 'day'] as const;
export type SecondPersonRule = (typeof secondPersonRules)[number];

/** The rule that asks for a second person, with what was authorised under it and the amount that this exceeds. */
export interface SecondPersonNeed<C extends FinancedCurrency> {
  readonly rule: SecondPersonRule;
  readonly authorised: Money<C>;
  readonly limit: Money<C>;
}

/**
 * Whether authorising this much needs a second person, and why. `earlier`: what the operator has already authorised today
 * for this client. An answer that authorises nothing needs none.
 */
export function secondPersonNeed<C extends FinancedCurrency>(
  authorised: Money<C>,
  earlier: Money<NoInfer<C>>,
  { perSale, perDay }: ApprovalAmounts<NoInfer<C>>,
): SecondPersonNeed<C> | null {
  if (!isPositive(authorised)) return null;
  if (perSale && authorised.cents > perSale.cents) return { rule: 'sale', authorised, limit: perSale };
  const today = add(authorised, earlier);
  return perDay && today.cents > perDay.cents ? { rule: 'day', authorised: today, limit: perDay } : null;
}
