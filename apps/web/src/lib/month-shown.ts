import type { IsoDate } from '@anticipa/domain/calendar';
import { addMonths, type Month, monthOf, parseMonth } from '@anticipa/domain/month';

/** The month in an address. Defaults to today's month plus `ahead`, also for a future month. */
export function monthShown(asked: string | undefined, today: IsoDate, ahead: 0 | -1): Month {
  const month = parseMonth(asked ?? '');
  return month !== null && month <= monthOf(today) ? month : addMonths(monthOf(today), ahead);
}
