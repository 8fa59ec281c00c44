/** When the deposit of a sale arrives, as the success screen promises it. */
import { Temporal } from 'temporal-polyfill';
import { dateAt, type ExtraHolidays, type IsoDate, isBusinessDay, weekdayOf } from './calendar.ts';
import type { ProductCode } from './product.ts';

/** Where the lender's treasury works: its clock decides the promise, whatever the browser's. */
const TREASURY_ZONE = 'America/Chihuahua';

/** The promise; its Spanish sentence is in the contract package. */
export type DepositPromise =
  | 'under-4-hours'
  | 'under-24-hours'
  | 'next-business-day'
  | '4-to-6-business-days'
  | '24-to-72-hours';

const FRIDAY = 5;

/** The treasury's date and hour (0 to 23) at an instant. */
export const treasuryClockAt = (instant: Date): { date: IsoDate; hour: number } => ({
  date: dateAt(instant, TREASURY_ZONE),
  hour: Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(TREASURY_ZONE).hour,
});

/**
 * What the success screen says, by the products sold and the treasury's clock (`treasuryClockAt`). 14:00:00 counts as
 * after 14:00, Friday before 08:00 as any early morning, and a non-business day as a weekend.
 * Source: specification section 9; the edges are a decision of the project.
 */
export function depositPromise(
  products: ReadonlySet<ProductCode>,
  wall: { readonly date: IsoDate; readonly hour: number },
  holidays?: ExtraHolidays,
): DepositPromise {
  if (products.has('FB')) return products.has('BI') ? '24-to-72-hours' : '4-to-6-business-days';
  if (!isBusinessDay(wall.date, holidays)) return 'next-business-day';
  if (wall.hour >= 14) return weekdayOf(wall.date) === FRIDAY ? 'next-business-day' : 'under-24-hours';
  return wall.hour < 8 ? 'under-24-hours' : 'under-4-hours';
}
