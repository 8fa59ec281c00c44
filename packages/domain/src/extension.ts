/** Extensions of the due date of an invoice in credit: which rate a day costs. */
import { daysBetween, type ExtraHolidays, type IsoDate, isBusinessDay } from './calendar.ts';
import { type FinancedCurrency, type Money, multiply } from './money.ts';
import { interestOf, type PriceTerms } from './price.ts';
import { percent } from './ratio.ts';

/** Late-payment terms of a sale. Rates are in per cent ("48"), the moratory rate a year. */
export interface MoratoryTerms {
  readonly moratoryRate: string;
  readonly daysInYear: number;
}

/** An agreed later due date. */
export interface Extension {
  /** It counts from the day after. */
  readonly agreedOn: IsoDate;
  readonly dueDate: IsoDate;
  /** Yearly rate in per cent of the days that it adds: the interest rate of the sale. */
  readonly rate: string;
}

/** The due date of an invoice as it was sold, with its extensions in order; absent without one. */
export interface Extended {
  readonly dueDate: IsoDate;
  readonly extensions?: readonly Extension[];
}

/** Days that one extension adds at most. */
export const MAX_EXTENSION_DAYS = 90;

export const dueDateInForce = ({ dueDate, extensions = [] }: Extended): IsoDate =>
  extensions.at(-1)?.dueDate ?? dueDate;

export const later = (one: IsoDate, other: IsoDate): IsoDate => (one > other ? one : other);
const earlier = (one: IsoDate, other: IsoDate): IsoDate => (one < other ? one : other);

/** Days after `after` up to `through`, at a yearly rate in per cent. */
export interface RatedDays {
  readonly after: IsoDate;
  readonly through: IsoDate;
  readonly rate: string;
}

/**
 * The rate of each day after the sold due date: that of the extension in force on it, up to the date that it gives, and the
 * moratory rate beyond. A day before an agreement costs what it cost before, so that nothing that is over changes.
 */
export function ratesUntil(
  { dueDate, extensions = [], moratoryRate }: Extended & MoratoryTerms,
  on: IsoDate,
): RatedDays[] {
  const terms = [{ agreedOn: dueDate, dueDate, rate: moratoryRate }, ...extensions];
  return terms.flatMap(({ agreedOn, dueDate: extendedTo, rate }, place) => {
    const after = later(agreedOn, dueDate);
    const through = earlier(on, terms[place + 1]?.agreedOn ?? on);
    const turn = earlier(later(extendedTo, after), through);
    return [
      { after, through: turn, rate },
      { after: later(turn, after), through, rate: moratoryRate },
    ].filter((days) => days.after < days.through);
  });
}

/** Price of an extension that is agreed today, if nothing is paid until its date. */
export interface ExtensionCost<C extends FinancedCurrency = FinancedCurrency> {
  readonly days: number;
  readonly perDay: Money<C>;
  readonly interest: Money<C>;
  readonly iva: Money<C>;
}

export function extensionCost<C extends FinancedCurrency>(
  owed: Money<C>,
  { from, to }: { readonly from: IsoDate; readonly to: IsoDate },
  terms: Pick<PriceTerms, 'interestRate' | 'daysInYear' | 'ivaRate'>,
): ExtensionCost<C> {
  const days = daysBetween(from, to);
  const interest = interestOf(owed, days, terms);
  return { days, perDay: interestOf(owed, 1, terms), interest, iva: multiply(interest, percent(terms.ivaRate)) };
}

export type ExtensionProblem = 'EXTENSION_NOT_LATER' | 'EXTENSION_TOO_LONG' | 'PAYMENT_DATE_NOT_BUSINESS_DAY';

/** Objection to a new due date in place of the one in force; null if it can be agreed today. */
export function extensionProblem(
  dueDate: IsoDate,
  inForce: IsoDate,
  { today, holidays }: { readonly today: IsoDate; readonly holidays: ExtraHolidays },
): ExtensionProblem | null {
  if (dueDate <= later(inForce, today)) return 'EXTENSION_NOT_LATER';
  if (daysBetween(later(inForce, today), dueDate) > MAX_EXTENSION_DAYS) return 'EXTENSION_TOO_LONG';
  return isBusinessDay(dueDate, holidays) ? null : 'PAYMENT_DATE_NOT_BUSINESS_DAY';
}
