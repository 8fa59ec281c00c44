import type { LenderCalendar } from '@anticipa/contract/lender-calendar';
import { dateOf, type ExtraHolidays, holidayName, isBusinessDay, nextBusinessDay } from '@anticipa/domain/calendar';
import { isPlausibleRate, type KnownRates } from '@anticipa/domain/exchange-rate';
import { formatDate, formatDecimal } from '../../lib/format.ts';
import { es } from './es.ts';

export const extraOf = ({ holidays }: Pick<LenderCalendar, 'holidays'>): ExtraHolidays =>
  new Map(holidays.map(({ date, name }) => [dateOf(date), name]));

/** Why the date cannot become a non-business day; null if it can. */
export function dateProblem(date: string | null, calendar: LenderCalendar): string | null {
  if (date === null) return es.holidays.dateMissing;
  if (date <= calendar.today) return es.holidays.notAhead;
  const extra = extraOf(calendar);
  if (isBusinessDay(dateOf(date), extra)) return null;
  return es.holidays.already(holidayName(dateOf(date), extra) ?? es.holidays.weekend);
}

/** Consequence of making the date a non-business day. */
export function effectOf(date: string, calendar: LenderCalendar): string {
  const due = calendar.dues.find((one) => one.date === date);
  const extra = new Map([...extraOf(calendar), [dateOf(date), '']]);
  const next = formatDate(nextBusinessDay(dateOf(date), extra));
  return `${es.holidays.dues(due?.invoices ?? 0, due?.clients ?? 0)} ${es.holidays.moves(next)}`;
}

/** A rate with all its decimals, at least the 4 of the central bank: "18.2" is "18.2000". */
export function rateText(rate: string): string {
  const [whole = '', decimals = ''] = rate.split('.');
  return formatDecimal(`${whole}.${decimals.padEnd(4, '0')}`);
}

/** A typed rate in the wire's form; null if it is none. */
export function rateTyped(text: string): string | null {
  const bare = text.trim();
  return /^\d{1,3}(\.\d{1,6})?$/.test(bare) && isPlausibleRate(bare) ? bare : null;
}

/** Rates with which today's is compared: the last of an earlier day, otherwise today's, and the central bank's. */
export function knownRates({ rates, official, today }: LenderCalendar): KnownRates {
  const last = rates.find(({ date }) => date < today) ?? rates[0];
  return { last: last?.tipoCambio ?? null, official: official?.tipoCambio ?? null };
}
