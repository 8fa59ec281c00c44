import type { IsoDate } from '@anticipa/domain/calendar';
import { addMonths, type Month, monthOf, parseMonth } from '@anticipa/domain/month';

/** The month that an address asks for. Defaults to the one `ahead` of today's, also for a month that has not begun. */
export function monthShown(asked: string | undefined, today: IsoDate, ahead: 0 | -1): Month {
  const month = parseMonth(asked ?? '');
  return month !== null && month <= monthOf(today) ? month : addMonths(monthOf(today), ahead);
}
