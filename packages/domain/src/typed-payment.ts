/** Rules for payments typed by operators and shortfalls closed with an aforo: when a second person confirms them. */
import { addDays, type IsoDate } from './calendar.ts';
import type { FinancedCurrency, Money } from './money.ts';

/** Per cent above what is owed that one person may type, and of an invoice that one person may take from its aforo. */
const TOLERANCE_PERCENT = 1n;
/** Days that a value date may be in the past: an earlier one gives back late charges. */
const BACKDATED_DAYS = 3;

/** Reasons for a second person. `owed`: with late charges until today; null if the payment matches nothing. */
export function typedPaymentDoubts<C extends FinancedCurrency>(
  { amount, valueDate }: { readonly amount: Money<C>; readonly valueDate: IsoDate },
  owed: Money<C> | null,
  today: IsoDate,
): ('amount' | 'valueDate')[] {
  const isOver = owed !== null && (amount.cents - owed.cents) * 100n > owed.cents * TOLERANCE_PERCENT;
  const isOld = valueDate < addDays(today, -BACKDATED_DAYS);
  return [...(isOver ? (['amount'] as const) : []), ...(isOld ? (['valueDate'] as const) : [])];
}

/** Whether the aforo pays so much of an invoice that a second person must confirm it: it is the client's money. */
export const needsSecondPerson = <C extends FinancedCurrency>(covered: Money<C>, total: Money<NoInfer<C>>): boolean =>
  covered.cents * 100n > total.cents * TOLERANCE_PERCENT;
