/** Civil months. */
import { dateOf, daysOfMonth, type IsoDate } from './calendar.ts';

declare const month: unique symbol;
/** A civil month as `YYYY-MM`; sorts and compares as text. */
export type Month = string & { readonly [month]: true };

/** Parses `YYYY-MM` from 1900 to 3000; null for anything else. */
export function parseMonth(text: string): Month | null {
  if (!/^\d{4}-\d{2}$/.test(text)) return null;
  const [year, number] = [Number(text.slice(0, 4)), Number(text.slice(5))];
  return year >= 1900 && year <= 3000 && number >= 1 && number <= 12 ? (text as Month) : null;
}

export const monthOf = (date: IsoDate): Month => date.slice(0, 7) as Month;

export const firstDayOf = (of: Month): IsoDate => dateOf(`${of}-01`);

export const lastDayOf = (of: Month): IsoDate =>
  dateOf(`${of}-${daysOfMonth(Number(of.slice(0, 4)), Number(of.slice(5)))}`);

/** The month `months` later (earlier when negative). */
export function addMonths(start: Month, months: number): Month {
  const count = Number(start.slice(0, 4)) * 12 + Number(start.slice(5)) - 1 + months;
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}` as Month;
}
