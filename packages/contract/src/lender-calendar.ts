/** The lender's non-business days and exchange rates. Past ones never change. */
import { isPlausibleRate } from '@anticipa/domain/exchange-rate';
import { z } from 'zod';
import { approval } from './approvals.ts';
import { deskRead, deskWrite, route } from './route.ts';
import { date, instant, line, rateInput, reason, text } from './wire.ts';

const rateOfDay = z.strictObject({
  date,
  /** Pesos per dollar. */
  tipoCambio: z.string(),
  source: text,
  publishedAt: instant,
});
export type RateOfDay = z.output<typeof rateOfDay>;

const calendar = z.strictObject({
  today: date,
  /** The lender's own, besides weekends and the regular holidays; oldest first. */
  holidays: z.array(z.strictObject({ date, name: text })),
  /** Sold invoices that fall due on a day to come; they keep their date. */
  dues: z.array(z.strictObject({ date, invoices: z.int(), clients: z.int() })),
  /** The rate with which sales convert today; null stops them. */
  inForce: rateOfDay.nullable(),
  /** The central bank's of today, once it is known. */
  official: rateOfDay.nullable(),
  /** Today's rate that waits for a second person. */
  proposed: z.strictObject({ tipoCambio: z.string(), by: text }).nullable(),
  /** The newest 30. */
  rates: z.array(rateOfDay),
});
export type LenderCalendar = z.output<typeof calendar>;

export const getLenderCalendar = deskRead({
  path: '/api/lender/calendar',
  summary: 'The lender’s non-business days, what falls due, and the exchange rates.',
  roles: ['riesgo', 'tesoreria', 'soporte', 'auditor'],
  response: z.strictObject({ data: calendar }),
});

/** Sales already made keep their dates. */
export const setHoliday = deskWrite({
  path: '/api/lender/holidays',
  summary: 'Makes a day from tomorrow on a non-business day for new sales, or with a null name no longer one.',
  roles: ['tesoreria'],
  body: z
    .strictObject({
      date,
      /** Why it is one, which clients see. */
      name: line.trim().min(3).max(100).nullable(),
      /** Needed with a null name. */
      reason: reason.optional(),
    })
    .refine(({ name, reason: why }) => name !== null || why !== undefined, { path: ['reason'] }),
  response: z.strictObject({ data: calendar }),
  errors: ['HOLIDAY_NOT_AHEAD', 'NOTHING_CHANGED'],
});

/**
 * `known`: today has a rate, and the central bank's is known. `not-yet`: nothing is published. `unavailable`: not set up, or no
 * valid answer.
 */
const rateFetchings = ['published', 'known', 'no-business-day', 'not-yet', 'unavailable'] as const;
export type RateFetching = (typeof rateFetchings)[number];

export const fetchExchangeRate = route({
  method: 'POST',
  path: '/api/lender/exchangeRate/fetch',
  summary: 'Asks Banxico for today’s exchange rate, and publishes it if today has none.',
  audience: 'operator',
  roles: ['tesoreria'],
  body: z.strictObject({}),
  response: z.strictObject({ outcome: z.enum(rateFetchings) }),
});

/** Sales already made keep their rate. */
export const publishRate = deskWrite({
  path: '/api/lender/exchangeRate',
  summary:
    'Publishes or corrects today’s exchange rate, in pesos per dollar; one far from the known ones waits for a second person.',
  roles: ['tesoreria'],
  body: z.strictObject({
    tipoCambio: rateInput.refine((text) => /^\d{1,3}(\.\d{1,6})?$/.test(text) && isPlausibleRate(text)),
    source: line.trim().min(3).max(100),
    reason,
  }),
  /** A proposal if a second person must confirm the rate; null once it is published. */
  response: z.strictObject({ data: calendar, proposal: approval.nullable() }),
  errors: ['NOTHING_CHANGED', 'PROPOSAL_PENDING'],
});
