/** The last day on which an invoice can be sold. */
import { addDays, type ExtraHolidays, type IsoDate, isBusinessDay, nextBusinessDay } from './calendar.ts';
import { FB_TERM_DAYS, MAX_TERM_DAYS, type ProductCode } from './product.ts';

/**
 * The last day with a valid payment date: for BI a later business day at most 180 days from emission, for FB the date of
 * its fixed term. Null when that day is before `today`.
 */
export function lastSaleDay(
  invoice: { readonly product: ProductCode; readonly emittedOn: IsoDate },
  calendar: { readonly today: IsoDate; readonly holidays?: ExtraHolidays },
): IsoDate | null {
  const { today, holidays } = calendar;
  const lastPayment = addDays(invoice.emittedOn, MAX_TERM_DAYS);
  let day = addDays(lastPayment, invoice.product === 'FB' ? -FB_TERM_DAYS : -1);
  const fits = (): boolean =>
    invoice.product === 'FB'
      ? nextBusinessDay(addDays(day, FB_TERM_DAYS), holidays) <= lastPayment
      : isBusinessDay(addDays(day, 1), holidays);
  while (day >= today && !fits()) day = addDays(day, -1);
  return day >= today ? day : null;
}
