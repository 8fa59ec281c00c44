/** Months of the books: the twelve of a year, and the thirteenth, in which it is closed. */
import { addDays, dateOf, type IsoDate } from './calendar.ts';
import { firstDayOf, lastDayOf, type Month, parseMonth } from './month.ts';

declare const accountingMonth: unique symbol;
/** `2026-03`, or `2026-13` for the closing month of 2026. */
export type AccountingMonth = string & { readonly [accountingMonth]: true };

/** Parses `YYYY-MM` with months up to 13; null for anything else. */
export function parseAccountingMonth(text: string): AccountingMonth | null {
  const civil = parseMonth(text.replace(/-13$/, '-12'));
  return civil === null ? null : (text as AccountingMonth);
}

/** The month of the calendar; null for month 13. */
export const civilMonth = (month: AccountingMonth): Month | null => parseMonth(month);

export const yearOf = (month: AccountingMonth): number => Number(month.slice(0, 4));
export const numberOf = (month: AccountingMonth): number => Number(month.slice(5));

/** Days on which the month's entries are booked. Month 13 follows the whole year, and no entry is booked in it. */
export function daysOfMonth(month: AccountingMonth): { readonly from: IsoDate; readonly to: IsoDate } {
  const civil = civilMonth(month);
  if (civil !== null) return { from: firstDayOf(civil), to: lastDayOf(civil) };
  const to = dateOf(`${yearOf(month)}-12-31`);
  return { from: addDays(to, 1), to };
}
