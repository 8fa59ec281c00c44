/** Promise of the success screen: when the deposit of a sale arrives. */
import {
  addDays,
  clockAt,
  type ExtraHolidays,
  endOfDate,
  type IsoDate,
  isBusinessDay,
  nextBusinessDay,
  weekdayOf,
} from './calendar.ts';
import type { ProductCode } from './product.ts';

/** The treasury's clock decides the promise, not the browser's. */
const TREASURY_ZONE = 'America/Chihuahua';

/** The Spanish sentences are in the texts package. */
export type DepositPromise =
  | 'under-4-hours'
  | 'under-24-hours'
  | 'next-business-day'
  | '4-to-6-business-days'
  | '24-to-72-hours';

const FRIDAY = 5;
const CUT_OFF_HOUR = 14;

/** The treasury's date and hour (0 to 23) at an instant. */
export const treasuryClockAt = (instant: Date): { date: IsoDate; hour: number } => clockAt(instant, TREASURY_ZONE);

/**
 * The promise for the products sold at the treasury's local time (`treasuryClockAt`). 14:00:00 counts as after 14:00,
 * Friday before 08:00 as any early morning, and a non-business day as a weekend.
 * Source: specification section 9; boundary cases: docs/decisions/0008-deposit-promise.md.
 */
export function depositPromise(
  products: ReadonlySet<ProductCode>,
  clock: { readonly date: IsoDate; readonly hour: number },
  holidays?: ExtraHolidays,
): DepositPromise {
  if (products.has('FB')) return products.has('BI') ? '24-to-72-hours' : '4-to-6-business-days';
  if (!isBusinessDay(clock.date, holidays)) return 'next-business-day';
  if (clock.hour >= CUT_OFF_HOUR) return weekdayOf(clock.date) === FRIDAY ? 'next-business-day' : 'under-24-hours';
  return clock.hour < 8 ? 'under-24-hours' : 'under-4-hours';
}

const HOUR_MS = 3_600_000;

/**
 * Milliseconds left in which a sale of these products still arrives within 4 hours; null if there are none. The
 * treasury's clock is whole hours from UTC.
 */
export function cutOffIn(products: ReadonlySet<ProductCode>, instant: Date, holidays?: ExtraHolidays): number | null {
  const clock = treasuryClockAt(instant);
  if (depositPromise(products, clock, holidays) !== 'under-4-hours') return null;
  return (CUT_OFF_HOUR - clock.hour) * HOUR_MS - (instant.getTime() % HOUR_MS);
}

const LATEST = {
  'under-4-hours': { hours: 4 },
  'under-24-hours': { hours: 24 },
  'next-business-day': { businessDays: 1 },
  '4-to-6-business-days': { businessDays: 6 },
  '24-to-72-hours': { hours: 72 },
} as const satisfies Record<DepositPromise, { readonly hours: number } | { readonly businessDays: number }>;

/** End of the promise made at `instant`: an instant, or a day of the treasury. */
export function promiseEnd(
  products: ReadonlySet<ProductCode>,
  instant: Date,
  holidays?: ExtraHolidays,
): Date | IsoDate {
  const clock = treasuryClockAt(instant);
  const latest = LATEST[depositPromise(products, clock, holidays)];
  if ('hours' in latest) return new Date(instant.getTime() + latest.hours * HOUR_MS);
  let day = clock.date;
  for (let left: number = latest.businessDays; left > 0; left -= 1) day = nextBusinessDay(addDays(day, 1), holidays);
  return day;
}

/** The last instant at which a deposit keeps the promise made at `instant`. */
export function promisedBy(products: ReadonlySet<ProductCode>, instant: Date, holidays?: ExtraHolidays): Date {
  const end = promiseEnd(products, instant, holidays);
  return typeof end === 'string' ? endOfDate(end, TREASURY_ZONE) : end;
}
