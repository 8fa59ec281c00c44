/** Interest of a financed invoice by month, from the amounts that the journal booked. */
import { add, type FinancedCurrency, isPositive, type Money, money, multiply, subtract, zero } from './money.ts';
import { addMonths, type Month } from './month.ts';
import { percent } from './ratio.ts';

/** As booked with the sale of one invoice. */
export interface BookedInterest<C extends FinancedCurrency = FinancedCurrency> {
  readonly interest: Money<C>;
  readonly iva: Money<C>;
  /** Per cent, as a decimal string. */
  readonly ivaRate: string;
}

/** Interest that the journal booked in a month: of its days before a range, and of all its days up to the range's end. */
export interface EarnedMonth<C extends FinancedCurrency = FinancedCurrency> {
  readonly month: Month;
  readonly before: Money<C>;
  readonly until: Money<C>;
}

export interface MonthInterest<C extends FinancedCurrency = FinancedCurrency> {
  readonly month: Month;
  readonly interest: Money<C>;
  readonly iva: Money<C>;
}

type Earned<C extends FinancedCurrency> = Omit<MonthInterest<C>, 'month'>;

/**
 * Interest of a range of days by month, given all months since the sale in order; months without interest are omitted. Any
 * partition of the days adds up to the booked interest and IVA: each month's IVA is rounded separately and the month that
 * completes the interest absorbs the rounding difference. Source: docs/decisions/0020-interest-by-month.md.
 */
export function interestByMonth<C extends FinancedCurrency>(
  sold: BookedInterest<C>,
  months: readonly EarnedMonth<C>[],
): MonthInterest<C>[] {
  const { currency } = sold.interest;
  let earned: Earned<C> = { interest: zero(currency), iva: zero(currency) };
  return months.flatMap(({ month, before, until }) => {
    const start = plus(sold, earned, before);
    const end = plus(sold, earned, until);
    earned = end;
    const interest = subtract(end.interest, start.interest);
    return isPositive(interest) ? [{ month, interest, iva: subtract(end.iva, start.iva) }] : [];
  });
}

/** Cumulative interest and IVA after some more interest of the same month. */
function plus<C extends FinancedCurrency>(sold: BookedInterest<C>, so: Earned<C>, more: Money<C>): Earned<C> {
  const interest = add(so.interest, more);
  const iva = add(so.iva, multiply(more, percent(sold.ivaRate)));
  // Months that round up may reach the whole IVA before the last one.
  const isComplete = interest.cents === sold.interest.cents || iva.cents > sold.iva.cents;
  return { interest, iva: isComplete ? sold.iva : iva };
}

/** What earlier month cuts invoiced of an invoice's interest. */
export interface Invoiced<C extends FinancedCurrency = FinancedCurrency> {
  readonly interest: Money<C>;
  readonly iva: Money<C>;
}

/**
 * Interest that is earned and not invoiced, by the month whose cut invoices it: its own, or if that one is cut already (it was
 * booked late) the next that is not, up to `last`. Months in order.
 */
export function interestToInvoice<C extends FinancedCurrency>(
  sold: BookedInterest<C>,
  months: readonly { readonly month: Month; readonly earned: Money<C> }[],
  done: Invoiced<C> & { readonly isCut: (month: Month) => boolean; readonly last: Month },
): MonthInterest<C>[] {
  let invoiced = done.interest.cents;
  const byCut = new Map<Month, bigint>();
  for (const { month, earned } of months) {
    const left = subtract(earned, money(invoiced, earned.currency)).cents;
    invoiced = left < 0n ? -left : 0n;
    let cut = month;
    while (cut <= done.last && done.isCut(cut)) cut = addMonths(cut, 1);
    if (left > 0n && cut <= done.last) byCut.set(cut, (byCut.get(cut) ?? 0n) + left);
  }
  let so: Earned<C> = done;
  return [...byCut].map(([month, cents]) => {
    const next = plus(sold, so, money(cents, sold.interest.currency));
    const part = { month, interest: subtract(next.interest, so.interest), iva: subtract(next.iva, so.iva) };
    so = next;
    return part;
  });
}

/** A line of an interest invoice in force: what it bills of an invoice, less what earlier credit notes took back. */
export interface InvoicedPart<C extends FinancedCurrency = FinancedCurrency> extends Invoiced<C> {
  readonly invoiceId: string;
}

/** Interest that was invoiced beyond what a sale owes after its rebate, taken back from its latest interest invoices first. */
export function interestToCredit<C extends FinancedCurrency>(
  excess: Invoiced<C>,
  newestFirst: readonly InvoicedPart<C>[],
): InvoicedPart<C>[] {
  let left = excess;
  return newestFirst.flatMap((part) => {
    const isLast = left.interest.cents <= part.interest.cents;
    const { interest, iva } = isLast ? left : part;
    if (!isPositive(interest)) return [];
    left = { interest: subtract(left.interest, interest), iva: subtract(left.iva, iva) };
    return [{ invoiceId: part.invoiceId, interest, iva }];
  });
}
