/** Months of the books: the twelve of a year, and the thirteenth, in which it is closed. */
import { addDays, dateOf, type IsoDate } from './calendar.ts';
import { firstDayOf, lastDayOf, type Month, parseMonth } from './month.ts';

export interface AccountingMonth {
  readonly year: number;
  /** From 1 to 13. */
  readonly month: number;
}

/** Parses `YYYY-MM` with months up to 13; null for anything else. */
export function parseAccountingMonth(text: string): AccountingMonth | null {
  if (parseMonth(text.replace(/-13$/, '-12')) === null) return null;
  return { year: Number(text.slice(0, 4)), month: Number(text.slice(5)) };
}

/** The month of the calendar; null for month 13. */
export const civilMonth = ({ year, month }: AccountingMonth): Month | null =>
  parseMonth(`${year}-${String(month).padStart(2, '0')}`);

/** Days on which the month's entries are booked. Month 13 follows the whole year; what ends the year is booked on its last day. */
export function bookedDays(month: AccountingMonth): { readonly from: IsoDate; readonly to: IsoDate } {
  const civil = civilMonth(month);
  if (civil !== null) return { from: firstDayOf(civil), to: lastDayOf(civil) };
  const to = dateOf(`${month.year}-12-31`);
  return { from: addDays(to, 1), to };
}
