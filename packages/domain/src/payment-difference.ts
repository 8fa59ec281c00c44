/** A payment of the lender of which the bank moved another amount than the books have. */
import { type FinancedCurrency, isPositive, type Money, subtract } from './money.ts';

export interface PaymentDifference<C extends FinancedCurrency> {
  /** 'over': who has it owes it to the lender. 'short': it is to be deposited still. */
  readonly kind: 'over' | 'short';
  readonly amount: Money<C>;
}

/** Null if the bank moved what the books have. */
export function differenceOf<C extends FinancedCurrency>(
  booked: Money<C>,
  moved: Money<C>,
): PaymentDifference<C> | null {
  if (booked.cents === moved.cents) return null;
  const over = subtract(moved, booked);
  return isPositive(over) ? { kind: 'over', amount: over } : { kind: 'short', amount: subtract(booked, moved) };
}
