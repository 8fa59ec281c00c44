/** Interest of a financed invoice by month, from the amounts that the journal booked. */
import {
  add,
  atLeastZero,
  type FinancedCurrency,
  isPositive,
  lesserOf,
  type Money,
  multiply,
  subtract,
  sum,
  zero,
} from './money.ts';
import { addMonths, type Month } from './month.ts';
import { percent } from './ratio.ts';

/** Amounts booked with the sale of one invoice. */
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

/**
 * Interest that the journal booked in a period, whatever its month, and its IVA: that of all booked until its end, less that of
 * all booked before. The periods of a partition add up. `months`: all months with interest, in order, as booked before the period
 * and until its end; a rebate booked in the period lowers the end of `sold`.
 */
export function interestBooked<C extends FinancedCurrency>(
  sold: { readonly before: BookedInterest<C>; readonly until: BookedInterest<C> },
  months: readonly EarnedMonth<C>[],
): Earned<C> {
  const booked = (at: 'before' | 'until'): Earned<C> => {
    const { currency } = sold[at].interest;
    return months.reduce<Earned<C>>((so, month) => plus(sold[at], so, month[at]), {
      interest: zero(currency),
      iva: zero(currency),
    });
  };
  const [start, end] = [booked('before'), booked('until')];
  return { interest: subtract(end.interest, start.interest), iva: subtract(end.iva, start.iva) };
}

/** Number of days of a price paid by an amount of its interest. Interest is linear in its days, up to its rounding. */
export const daysOfInterest = <C extends FinancedCurrency>(
  earned: Money<C>,
  { interest, days }: { readonly interest: Money<C>; readonly days: number },
): number =>
  interest.cents === 0n ? 0 : Number((2n * earned.cents * BigInt(days) + interest.cents) / (2n * interest.cents));

/** Cumulative interest and IVA after some more interest of the same month. */
function plus<C extends FinancedCurrency>(sold: BookedInterest<C>, so: Earned<C>, more: Money<C>): Earned<C> {
  const interest = add(so.interest, more);
  const iva = add(so.iva, multiply(more, percent(sold.ivaRate)));
  // Months that round up may reach the whole IVA before the last one.
  const isComplete = interest.cents === sold.interest.cents || iva.cents > sold.iva.cents;
  return { interest, iva: isComplete ? sold.iva : iva };
}

/** Interest and IVA of one invoice that interest invoices have billed. */
export interface Invoiced<C extends FinancedCurrency = FinancedCurrency> {
  readonly interest: Money<C>;
  readonly iva: Money<C>;
}

/**
 * Interest that is earned and not invoiced, by the month whose cut invoices it: its own, or if that one is cut already (it was
 * booked late) the next that is not, up to `last`. An amount that a cut invoiced beyond its month counts for the earliest
 * months. All months with earned interest, in order; `invoiced` by the invoices in force.
 */
export function interestToInvoice<C extends FinancedCurrency>(
  sold: BookedInterest<C>,
  months: readonly { readonly month: Month; readonly earned: Money<C> }[],
  {
    invoiced,
    isCut,
    last,
  }: {
    readonly invoiced: readonly MonthInterest<C>[];
    readonly isCut: (month: Month) => boolean;
    readonly last: Month;
  },
): MonthInterest<C>[] {
  const total = (amounts: readonly Money<C>[]): Money<C> => sum<C>(sold.interest.currency, amounts);
  const lefts = months.map(({ month, earned }) => {
    const own = total(invoiced.filter((part) => part.month === month).map(({ interest }) => interest));
    return { month, left: atLeastZero(subtract(earned, own)) };
  });
  let so: Earned<C> = {
    interest: total(invoiced.map(({ interest }) => interest)),
    iva: total(invoiced.map(({ iva }) => iva)),
  };
  const uninvoiced = subtract(total(months.map(({ earned }) => earned)), so.interest);
  let excess = subtract(total(lefts.map(({ left }) => left)), uninvoiced);
  const byCut = new Map<Month, Money<C>>();
  for (const { month, left } of lefts) {
    const covered = lesserOf(left, excess);
    excess = subtract(excess, covered);
    let cut = month;
    while (cut <= last && isCut(cut)) cut = addMonths(cut, 1);
    const due = subtract(left, covered);
    if (isPositive(due) && cut <= last) byCut.set(cut, total([byCut.get(cut) ?? total([]), due]));
  }
  return [...byCut].map(([month, due]) => {
    const next = plus(sold, so, due);
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
