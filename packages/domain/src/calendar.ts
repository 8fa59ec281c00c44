/**
 * Civil dates and the lender's business days. A date is an ISO string without a time zone; callers supply `today`, the
 * date in Mexico City.
 */
import { Temporal } from 'temporal-polyfill';

/** The zone of the lender's days. */
export const MEXICO_CITY = 'America/Mexico_City';

declare const isoDate: unique symbol;
/** A civil date as `YYYY-MM-DD`; sorts and compares as text. */
export type IsoDate = string & { readonly [isoDate]: true };

/** Monday 1 … Sunday 7. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** Weekdays on which the receiver pays; at least one is true. */
export interface WeekDays {
  readonly monday: boolean;
  readonly tuesday: boolean;
  readonly wednesday: boolean;
  readonly thursday: boolean;
  readonly friday: boolean;
}

/** Used when the receiver has no preference. */
export const defaultWeekDays: WeekDays = {
  monday: false,
  tuesday: false,
  wednesday: false,
  thursday: false,
  friday: true,
};

/** The lender's own non-business days, date → name; they take precedence over the rules. */
export type ExtraHolidays = ReadonlyMap<IsoDate, string>;

const FIRST_YEAR = 1900;
const LAST_YEAR = 3000;
const DAY_MS = 86_400_000;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Parses `YYYY-MM-DD` from 1900 to 3000; null for anything else, including 2025-02-29. */
export function parseDate(text: string): IsoDate | null {
  if (!ISO_DATE.test(text)) return null;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  if (year < FIRST_YEAR || year > LAST_YEAR || day < 1 || day > daysOfMonth(year, month)) return null;
  return text as IsoDate;
}

/** Days in a month, 0 for an invalid month. */
export function daysOfMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  if (month < 1 || month > 12) return 0;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Brands a date already validated by the database or the contract; throws TypeError on anything else. */
export function dateOf(text: string): IsoDate {
  const parsed = parseDate(text);
  if (!parsed) throw new TypeError(`not a date from 1900 to 3000: ${text}`);
  return parsed;
}

/** One per zone: creating a formatter costs as much as hundreds of uses. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockIn(timeZone: string): Intl.DateTimeFormat {
  const fields = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', hourCycle: 'h23' } as const;
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...fields, timeZone });
  clocks.set(timeZone, clock);
  return clock;
}

interface CivilHour {
  readonly date: IsoDate;
  readonly hour: number;
}

/** The last minute asked for in each zone: most instants are now, and since 1972 offsets are whole minutes. */
const lastMinutes = new Map<string, { readonly minute: number; readonly clock: CivilHour }>();

/** The civil date and the hour (0 to 23) at an instant in an IANA time zone. */
export function clockAt(instant: Date, timeZone: string): CivilHour {
  const minute = Math.floor(instant.getTime() / 60_000);
  const last = lastMinutes.get(timeZone);
  if (last?.minute === minute) return last.clock;
  const parts = new Map(
    clockIn(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const date = dateOf(`${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`);
  const clock = { date, hour: Number(parts.get('hour')) };
  lastMinutes.set(timeZone, { minute, clock });
  return clock;
}

/** The civil date at an instant in an IANA time zone. */
export const dateAt = (instant: Date, timeZone: string): IsoDate => clockAt(instant, timeZone).date;

/** The first instant of a date in an IANA time zone. Start-up verifies this runtime's zone data, not the database's. */
export const startOfDate = (date: IsoDate, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds);

/** The first instant after a date in an IANA time zone; works for the last supported date too. */
export const endOfDate = (date: IsoDate, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds);

/** Days since 1970-01-01. Without Temporal, which is too slow for a list of invoices; in UTC every day has 24 hours. */
const dayNumber = (date: IsoDate): number => Date.parse(date) / DAY_MS;

/** The date `days` calendar days later (earlier when negative); throws TypeError outside the years 1900 to 3000. */
export const addDays = (date: IsoDate, days: number): IsoDate =>
  dateOf(new Date((dayNumber(date) + days) * DAY_MS).toISOString().slice(0, 10));

/** Calendar days from `from` to `to`; negative when `to` is earlier. */
export const daysBetween = (from: IsoDate, to: IsoDate): number => dayNumber(to) - dayNumber(from);

/** The weekday `days` days after another one (earlier when negative). */
export const weekdayAfter = (weekday: Weekday, days: number): Weekday =>
  (((((weekday - 1 + days) % 7) + 7) % 7) + 1) as Weekday;

const THURSDAY = 4;
/** 1970-01-01 was a Thursday. */
export const weekdayOf = (date: IsoDate): Weekday => weekdayAfter(THURSDAY, dayNumber(date));

/**
 * The Spanish name of the holiday on a date, or null. Weekends are not holidays.
 * Source: the specification's helper (fixed days, Holy Thursday and Friday, three movable Mondays) plus the lender's table.
 */
export function holidayName(date: IsoDate, extra: ExtraHolidays = new Map()): string | null {
  const listed = extra.get(date);
  if (listed !== undefined) return listed;
  const month = Number(date.slice(5, 7));
  const fixed = fixedHolidays.get(date.slice(5));
  if (fixed) return fixed;
  if (month === 2 && isNthMonday(date, 1)) return 'Día de la Constitución';
  if (month === 3 && isNthMonday(date, 3)) return 'Natalicio de Benito Juárez';
  if (month === 11 && isNthMonday(date, 3)) return 'Día de la Revolución';
  if (month < 3 || month > 4) return null;
  const fromEaster = daysBetween(easterSunday(Number(date.slice(0, 4))), date);
  if (fromEaster === -3) return 'Jueves Santo';
  if (fromEaster === -2) return 'Viernes Santo';
  return null;
}

/** The dates of a period, both ends included; none if it ends before it begins. */
export const datesBetween = (from: IsoDate, to: IsoDate): IsoDate[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, days) => addDays(from, days));

/** The holidays among dates. */
export const holidaysAmong = (dates: readonly IsoDate[], extra?: ExtraHolidays): { date: IsoDate; name: string }[] =>
  dates.flatMap((date) => {
    const name = holidayName(date, extra);
    return name === null ? [] : [{ date, name }];
  });

/** Whether the lender and the banks work on the date. */
export const isBusinessDay = (date: IsoDate, extra?: ExtraHolidays): boolean =>
  weekdayOf(date) <= 5 && holidayName(date, extra) === null;

/** The first business day on or after the date. */
export function nextBusinessDay(date: IsoDate, extra?: ExtraHolidays): IsoDate {
  let day = date;
  while (!isBusinessDay(day, extra)) day = addDays(day, 1);
  return day;
}

export const hasWeekday = (weekDays: WeekDays): boolean => Object.values(weekDays).some(Boolean);

/** Whether the receiver pays on the weekday; never on a weekend. */
export function isAllowedWeekday(weekday: Weekday, days: WeekDays): boolean {
  return [days.monday, days.tuesday, days.wednesday, days.thursday, days.friday][weekday - 1] ?? false;
}

const fixedHolidays: ReadonlyMap<string, string> = new Map([
  ['01-01', 'Año Nuevo'],
  ['05-01', 'Día del Trabajo'],
  ['09-16', 'Día de la Independencia'],
  ['11-02', 'Día de Muertos'],
  ['12-12', 'Día del Empleado Bancario'],
  ['12-25', 'Navidad'],
]);

function isNthMonday(date: IsoDate, nth: number): boolean {
  return weekdayOf(date) === 1 && Math.ceil(Number(date.slice(8)) / 7) === nth;
}

/** Gregorian Easter by the anonymous (Meeus/Jones/Butcher) computus. */
function easterSunday(year: number): IsoDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  const day = (h + l - 7 * m + 33 * month + 19) % 32;
  return dateOf(`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`);
}
