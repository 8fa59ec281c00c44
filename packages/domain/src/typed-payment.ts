/** Rules for payments and days typed by operators and shortfalls closed with an aforo: when a second person confirms them. */
import { addDays, type IsoDate } from './calendar.ts';
import type { FinancedCurrency, Money } from './money.ts';
import { percent } from './ratio.ts';

/** Share of an invoice, in per cent, that one person may take from its aforo. */
const COVERED_PERCENT = 1n;
/** Surplus over what is owed, in per cent, that one person may type unless the lender sets another one. */
export const USUAL_SURPLUS_PERCENT = '1.00';
/** Days that a value date may be in the past: an earlier one gives back late charges. */
const BACKDATED_DAYS = 3;
/** A payment this many times the debt probably has its decimal point in the wrong place. */
const SLIP_TIMES = 10n;

export const typedPaymentDoubtKinds = ['amount', 'slip', 'again', 'valueDate', 'beforeDeposit', 'deduction'] as const;
export type TypedPaymentDoubt = (typeof typedPaymentDoubtKinds)[number];

/** The debt that a payment is measured against. */
export interface Debt<C extends FinancedCurrency> {
  /** Amount owed, with late charges until today. */
  readonly owed: Money<C>;
  /** The last day on which one of its invoices was deposited; null if that is not known. */
  readonly depositedOn: IsoDate | null;
  /** Whether more than is owed becomes the client's; otherwise it waits to be identified. */
  readonly isSurplusTheirs: boolean;
  /** Whether a credit note takes more of an aforo than one person may. */
  readonly isDeducted?: boolean;
  /** Whether its payer has just paid this amount, and none of its invoices owes exactly that. */
  readonly isPaidAgain?: boolean;
}

/** Whether a second person must confirm a day on which money is said to have arrived. */
export const isBackdated = (valueDate: IsoDate, today: IsoDate): boolean => valueDate < addDays(today, -BACKDATED_DAYS);

/** Reasons for a second person, in a fixed order. `debt`: null if the payment matches nothing; `surplusPercent`: tolerance in per cent. */
export function typedPaymentDoubts<C extends FinancedCurrency>(
  { amount, valueDate }: { readonly amount: Money<C>; readonly valueDate: IsoDate },
  debt: Debt<C> | null,
  { today, surplusPercent }: { readonly today: IsoDate; readonly surplusPercent: string },
): TypedPaymentDoubt[] {
  const { numerator, denominator } = percent(surplusPercent);
  const isOver = (owed: Money<C>): boolean => (amount.cents - owed.cents) * denominator > owed.cents * numerator;
  const holds: Readonly<Record<TypedPaymentDoubt, boolean>> = {
    amount: debt?.isSurplusTheirs === true && isOver(debt.owed),
    slip: debt !== null && amount.cents >= debt.owed.cents * SLIP_TIMES,
    again: debt?.isPaidAgain === true,
    valueDate: isBackdated(valueDate, today),
    deduction: debt?.isDeducted === true,
    beforeDeposit: debt?.depositedOn != null && valueDate < debt.depositedOn,
  };
  return typedPaymentDoubtKinds.filter((kind) => holds[kind]);
}

/** Whether the aforo pays so much of an invoice that a second person must confirm it: it is the client's money. */
export const needsSecondPerson = <C extends FinancedCurrency>(covered: Money<C>, total: Money<NoInfer<C>>): boolean =>
  covered.cents * 100n > total.cents * COVERED_PERCENT;
