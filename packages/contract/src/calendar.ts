/** Dues, deposits and releases by day, on screen and as an iCalendar feed. */
import { z } from 'zod';
import { clientRead, route } from './route.ts';
import { amount, date, financedCurrency, instant, text } from './wire.ts';

/**
 * `due`: a receiver has to pay. `expected`: the devolución if it pays by then; today, also those that are released and not
 * transferred. `release`: a devolución, on the day of its transfer.
 */
const calendarKinds = ['due', 'expected', 'deposit', 'release'] as const;

export const calendarEvent = z.strictObject({
  date,
  kind: z.enum(calendarKinds),
  currency: financedCurrency,
  /** Invoices. */
  count: z.int(),
  amount,
});
export type CalendarEvent = z.output<typeof calendarEvent>;

/** Longest range of one call, in days. */
export const MAX_CALENDAR_DAYS = 400;

export const getCalendar = clientRead({
  path: '/api/client/calendar',
  summary: 'Sums of dues, deposits and releases by day and currency, between two dates, both inclusive.',
  query: z.strictObject({ from: date, to: date }),
  response: z.strictObject({
    today: date,
    data: z.array(calendarEvent),
    holidays: z.array(z.strictObject({ date, name: text })),
    /** Creation of the user's link to the feed; null without one. */
    linkedAt: instant.nullable(),
  }),
  errors: ['INVALID_REQUEST'],
});

/** The address is shown once: the server keeps only its hash. */
export const renewCalendarLink = route({
  method: 'POST',
  path: '/api/client/calendarLink',
  summary: 'Creates the user’s secret address of the iCalendar feed; an earlier one stops working.',
  audience: 'client',
  right: 'consult',
  body: z.strictObject({}).optional(),
  response: z.strictObject({ url: text, linkedAt: instant }),
});

export const calendarFeed = route({
  method: 'GET',
  path: '/api/calendar/:key',
  summary: 'The calendar of a secret address as iCalendar (RFC 5545), from 60 days ago to 340 days ahead.',
  audience: 'public',
  params: z.strictObject({ key: z.string().regex(/^[A-Za-z0-9_-]{43}\.ics$/) }),
  produces: 'text/calendar',
});
