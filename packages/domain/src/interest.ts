/** Interest of a financed invoice by month, from the amounts that the journal booked. */
import { ivaOf, ivaOfEach, nearestIva } from './iva.ts';
import { add, atLeastZero, type FinancedCurrency, isPositive, lesserOf, type Money, subtract, sum } from './money.ts';
import { addMonths, type Month } from './month.ts';

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

/**
 * Interest of a range of days by month; months without interest are omitted. The IVA of a month is that of its document, half-up
 * of the month's interest, and any partition of its days adds up to it. Source: docs/decisions/0155-iva-of-each-document.md.
 */
export const interestByMonth = <C extends FinancedCurrency>(
  months: readonly EarnedMonth<C>[],
  ivaRate: string,
): MonthInterest<C>[] =>
  months.flatMap((month) => {
    const { interest, iva } = interestBooked([month], ivaRate, month.until.currency);
    return isPositive(interest) ? [{ month: month.month, interest, iva }] : [];
  });

/** The months of a sale that one document bills, whose IVA adds up to that of the document. */
export function interestOfOneDocument<C extends FinancedCurrency>(
  months: readonly EarnedMonth<C>[],
  ivaRate: string,
): MonthInterest<C>[] {
  const [first] = months;
  if (!first) return [];
  let earlier = subtract(first.until, first.until);
  return months.flatMap(({ month, before, until }) => {
    const [from, to] = [add(earlier, before), add(earlier, until)];
    earlier = to;
    const [interest, iva] = [subtract(until, before), subtract(ivaOf(to, ivaRate), ivaOf(from, ivaRate))];
    return isPositive(interest) ? [{ month, interest, iva }] : [];
  });
}

/** All months of a sale as one. */
export function sumOfMonths<C extends FinancedCurrency>(months: readonly EarnedMonth<C>[]): EarnedMonth<C>[] {
  const [first] = months;
  if (!first) return [];
  const { month, until } = first;
  const total = (part: 'before' | 'until'): Money<C> =>
    sum<C>(
      until.currency,
      months.map((each) => each[part]),
    );
  return [{ month, before: total('before'), until: total('until') }];
}

/**
 * Interest that the journal booked in a period, whatever its month, and its IVA: that of all months as booked until its end, less
 * that of all as booked before. The periods of a partition add up.
 */
export function interestBooked<C extends FinancedCurrency>(
  months: readonly EarnedMonth<C>[],
  ivaRate: string,
  currency: C,
): Omit<MonthInterest<C>, 'month'> {
  const total = (amounts: readonly Money<C>[]): Money<C> => sum<C>(currency, amounts);
  return {
    interest: total(months.map(({ before, until }) => subtract(until, before))),
    iva: total(months.map(({ before, until }) => subtract(ivaOf(until, ivaRate), ivaOf(before, ivaRate)))),
  };
}

/** Number of days of a price paid by an amount of its interest. Interest is linear in its days, up to its rounding. */
export const daysOfInterest = <C extends FinancedCurrency>(
  earned: Money<C>,
  { interest, days }: { readonly interest: Money<C>; readonly days: number },
): number =>
  interest.cents === 0n ? 0 : Number((2n * earned.cents * BigInt(days) + interest.cents) / (2n * interest.cents));

/** Interest and IVA of one invoice that interest invoices have billed. */
export interface Invoiced<C extends FinancedCurrency = FinancedCurrency> {
  readonly interest: Money<C>;
  readonly iva: Money<C>;
}

/** Interest that a sale earned, and the documents that bill it. */
export interface Billing<C extends FinancedCurrency = FinancedCurrency> {
  readonly currency: C;
  /** Per cent, as a decimal string. */
  readonly ivaRate: string;
  /** All months with earned interest, in order. */
  readonly months: readonly { readonly month: Month; readonly earned: Money<C> }[];
  /** By the invoices in force, less their credit notes. */
  readonly invoiced: readonly MonthInterest<C>[];
  /** Whether the month's interest is invoiced, of this sale or of others of the client. */
  readonly isCut: (month: Month) => boolean;
  /** The IVA that its documents have in all, once a settlement has kept the rest of it back; null before. */
  readonly iva: Money<C> | null;
}

/**
 * Interest that is earned and not invoiced, by the month whose cut invoices it: its own, or if that one is cut already (it was
 * booked late) the next that is not. An amount that a cut invoiced beyond its month counts for the earliest months.
 */
export function interestToInvoice<C extends FinancedCurrency>({
  currency,
  ivaRate,
  months,
  invoiced,
  isCut,
  iva,
}: Billing<C>): MonthInterest<C>[] {
  const total = (amounts: readonly Money<C>[]): Money<C> => sum<C>(currency, amounts);
  const lefts = months.map(({ month, earned }) => {
    const own = total(invoiced.filter((part) => part.month === month).map(({ interest }) => interest));
    return { month, left: atLeastZero(subtract(earned, own)) };
  });
  const uninvoiced = subtract(
    total(months.map(({ earned }) => earned)),
    total(invoiced.map(({ interest }) => interest)),
  );
  let excess = subtract(total(lefts.map(({ left }) => left)), uninvoiced);
  const byCut = new Map<Month, Money<C>>();
  for (const { month, left } of lefts) {
    const covered = lesserOf(left, excess);
    excess = subtract(excess, covered);
    let cut = month;
    while (isCut(cut)) cut = addMonths(cut, 1);
    const due = subtract(left, covered);
    if (isPositive(due)) byCut.set(cut, total([byCut.get(cut) ?? total([]), due]));
  }
  const parts = [...byCut].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const ivas = ivaOfEach(
    parts.map(([, interest]) => interest),
    ivaRate,
    iva && subtract(iva, total(invoiced.map((part) => part.iva))),
  );
  return parts.map(([month, interest], index) => ({ month, interest, iva: ivas[index] ?? total([]) }));
}

/**
 * IVA that the documents of a sale have in all once everything that it earned is invoiced, and what it gave back is credited.
 * `lines`: its lines in force, newest first.
 */
export function ivaOfDocuments<C extends FinancedCurrency>(
  billing: Omit<Billing<C>, 'iva'>,
  lines: readonly InvoicedPart<C>[],
): Money<C> {
  const { currency, ivaRate, months, invoiced } = billing;
  const total = (amounts: readonly Money<C>[]): Money<C> => sum<C>(currency, amounts);
  const excess = subtract(total(invoiced.map(({ interest }) => interest)), total(months.map(({ earned }) => earned)));
  const notes = interestToCredit({ interest: excess, iva: null, ivaRate }, lines);
  const toCome = interestToInvoice({ ...billing, iva: null });
  return subtract(total([...invoiced, ...toCome].map(({ iva }) => iva)), total(notes.map(({ iva }) => iva)));
}

/** A line of an interest invoice in force: what it bills of an invoice, less what earlier credit notes took back. */
export interface InvoicedPart<C extends FinancedCurrency = FinancedCurrency> extends Invoiced<C> {
  readonly invoiceId: string;
}

/**
 * Interest that was invoiced beyond what a sale owes after its rebate, taken back from its latest interest invoices first. A note
 * for all that is left of a line takes all of its IVA, and another the IVA of its own base, or what is left of `iva` if it may.
 */
export function interestToCredit<C extends FinancedCurrency>(
  excess: { readonly interest: Money<C>; readonly iva: Money<C> | null; readonly ivaRate: string },
  newestFirst: readonly InvoicedPart<C>[],
): InvoicedPart<C>[] {
  let { interest: left, iva: ivaLeft } = excess;
  return newestFirst.flatMap((part) => {
    const interest = lesserOf(left, part.interest);
    if (!isPositive(interest)) return [];
    const own = ivaOf(interest, excess.ivaRate);
    const partial = ivaLeft === null ? own : nearestIva(interest, ivaLeft, excess.ivaRate);
    const iva = interest.cents === part.interest.cents ? part.iva : lesserOf(partial, part.iva);
    left = subtract(left, interest);
    ivaLeft = ivaLeft && subtract(ivaLeft, iva);
    return [{ invoiceId: part.invoiceId, interest, iva }];
  });
}
