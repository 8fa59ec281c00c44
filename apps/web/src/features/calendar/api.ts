/** The calls of the calendar. */
import { getCalendar, renewCalendarLink } from '@anticipa/contract/calendar';
import { firstDayOf, lastDayOf, type Month } from '@anticipa/domain/month';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

export const calendarQuery = (month: Month) =>
  queryOptions({
    queryKey: ['invoices', 'calendar', month],
    queryFn: ({ signal }) => call(getCalendar, { query: { from: firstDayOf(month), to: lastDayOf(month) }, signal }),
    placeholderData: keepPreviousData,
  });

/** The new secret address of the feed; the one before stops working. */
export const renewLink = () => call(renewCalendarLink, { body: {} });
