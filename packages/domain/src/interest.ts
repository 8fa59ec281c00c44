/** Monthly accrual of the interest booked with the sale of an invoice. */
import type { IsoDate } from './calendar.ts';
import { addDays, daysBetween } from './calendar.ts';
import { add, type FinancedCurrency, isPositive, type Money, multiply, subtract, zero } from './money.ts';
import { addMonths, firstDayOf, lastDayOf, type Month, monthOf } from './month.ts';
import { accrualOf } from './price.ts';
import { percent } from './ratio.ts';

/** As booked with the sale of one invoice. */
export interface FinancedInterest<C extends FinancedCurrency = FinancedCurrency> {
  readonly interest: Money<C>;
  readonly iva: Money<C>;
  /** Per cent, as a decimal string. */
  readonly ivaRate: string;
  /** Days from the sale to the due date. */
  readonly paymentDays: number;
  readonly dueDate: IsoDate;
  /** No interest is earned before this date; the interest of the days since the sale is earned on it. */
  readonly depositedOn: IsoDate;
}

export interface MonthInterest<C extends FinancedCurrency = FinancedCurrency> {
  readonly month: Month;
  readonly interest: Money<C>;
  readonly iva: Money<C>;
}

type Earned<C extends FinancedCurrency> = Omit<MonthInterest<C>, 'month'>;

/**
 * Interest earned between two dates, both inclusive, by month; months without interest are omitted. Any partition of the
 * dates adds up to the booked interest and IVA: each month's IVA is rounded separately and the month that completes the
 * interest absorbs the rounding difference. Source: docs/decisions/0020-interest-by-month.md.
 */
export function interestByMonth<C extends FinancedCurrency>(
  sold: FinancedInterest<C>,
  { from, to }: { readonly from: IsoDate; readonly to: IsoDate },
): MonthInterest<C>[] {
  const { currency, cents } = sold.interest;
  const rows: MonthInterest<C>[] = [];
  let before: Earned<C> = { interest: zero(currency), iva: zero(currency) };
  for (let month = monthOf(sold.depositedOn); month <= monthOf(to); month = addMonths(month, 1)) {
    if (before.interest.cents === cents) break;
    const last = lastDayOf(month);
    const end = earnedBy(sold, last < to ? last : to, before);
    if (month >= monthOf(from)) {
      const start = from > firstDayOf(month) ? earnedBy(sold, addDays(from, -1), before) : before;
      const interest = subtract(end.interest, start.interest);
      if (isPositive(interest)) rows.push({ month, interest, iva: subtract(end.iva, start.iva) });
    }
    before = end;
  }
  return rows;
}

/** Cumulative interest at the end of a date, given the cumulative interest at the end of the previous month. */
function earnedBy<C extends FinancedCurrency>(sold: FinancedInterest<C>, date: IsoDate, before: Earned<C>): Earned<C> {
  const { paymentDays, dueDate } = sold;
  if (date < sold.depositedOn) return before;
  const whole = { interest: sold.interest, days: paymentDays };
  const earned = accrualOf(whole, paymentDays - daysBetween(date, dueDate), before.interest);
  const interest = add(before.interest, earned);
  const iva = add(before.iva, multiply(earned, percent(sold.ivaRate)));
  // Months that round up may reach the whole IVA before the last one.
  const isComplete = interest.cents === sold.interest.cents || iva.cents > sold.iva.cents;
  return { interest, iva: isComplete ? sold.iva : iva };
}
