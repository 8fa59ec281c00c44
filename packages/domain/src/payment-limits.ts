/** Conditions under which payments of the lender need a second person. */
import { add, type FinancedCurrency, type Money, sum } from './money.ts';

/** Amounts of one currency above which a second person confirms; null: none. */
export interface PaymentLimits<C extends FinancedCurrency> {
  readonly perPayment: Money<C> | null;
  /** Limit for all payments that one operator makes in a day, so that splitting them gains nothing. */
  readonly perDay: Money<C> | null;
}

/** 'bank': money goes back to an account at another bank than the one that sent it. 'backdated': the bank made it days ago. */
export const paymentRules = ['payment', 'day', 'bank', 'backdated'] as const;
export type PaymentRule = (typeof paymentRules)[number];

/**
 * Why payments that are made together need a second person, and the amount that they exceed. `earlier`: what the operator has paid
 * today without one.
 */
export function paymentNeed<C extends FinancedCurrency>(
  payments: readonly Money<C>[],
  earlier: Money<NoInfer<C>>,
  { perPayment, perDay }: PaymentLimits<NoInfer<C>>,
): { readonly rule: PaymentRule; readonly limit: Money<C> } | null {
  if (perPayment && payments.some(({ cents }) => cents > perPayment.cents))
    return { rule: 'payment', limit: perPayment };
  if (perDay && add(earlier, sum(earlier.currency, payments)).cents > perDay.cents)
    return { rule: 'day', limit: perDay };
  return null;
}
