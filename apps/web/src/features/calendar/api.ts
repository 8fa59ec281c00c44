/** The calls of the calendar. */
import { getCalendar, renewCalendarLink } from '@anticipa/contract/calendar';
import { listInvoices } from '@anticipa/contract/invoices';
import type { IsoDate } from '@anticipa/domain/calendar';
import { endOfCashWeeks } from '@anticipa/domain/cash-weeks';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { firstDayOf, lastDayOf, type Month } from '@anticipa/domain/month';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

export const calendarQuery = (month: Month) =>
  queryOptions({
    queryKey: ['invoices', 'calendar', month],
    queryFn: ({ signal }) => call(getCalendar, { query: { from: firstDayOf(month), to: lastDayOf(month) }, signal }),
    placeholderData: keepPreviousData,
  });

/** The events of the eight weeks ahead. */
export const weeksQuery = (today: IsoDate) =>
  queryOptions({
    queryKey: ['invoices', 'weeks', today],
    queryFn: ({ signal }) => call(getCalendar, { query: { from: today, to: endOfCashWeeks(today) }, signal }),
  });

/** The invoices in credit, of which a week shows its own. */
export const inCreditQuery = queryOptions({
  queryKey: ['invoices', 'in-credit'],
  queryFn: async ({ signal }) =>
    (await call(listInvoices, { query: { status: String(invoiceStatus.CREDITO) }, signal })).data,
});

/** The new secret address of the feed; the one before stops working. */
export const renewLink = () => call(renewCalendarLink, { body: {} });
