/** The lender's portfolio in figures, and the rows behind each of them. */
import { waitingAges } from '@anticipa/domain/portfolio';
import { z } from 'zod';
import { inboxQueues } from './lender-inbox.ts';
import { deskRead } from './route.ts';
import { amount, date, financedCurrency, id, instant, product, rate, text } from './wire.ts';

/** `owed`: what receivers owe for invoices in credit, as in the journal; `held`: totals of invoices in sales before their deposit. */
const exposure = { held: amount, owed: amount };

const parties = z.strictObject({
  /** Clients, or receivers, with exposure. */
  count: z.int(),
  /** The five largest, with their share of held and owed in per cent. */
  largest: z.array(z.strictObject({ id, name: text, ...exposure, share: rate })),
  concentration: z.strictObject({ five: rate, herfindahl: z.int() }),
});

/** The desk's figures look back this many weeks, the current one included. */
export const OVERVIEW_WEEKS = 12;

/** Maximum number of ending lines listed. */
export const ENDING_LINES = 100;

const overview = z.strictObject({
  now: instant,
  /** Only currencies with exposure. */
  exposures: z.array(z.strictObject({ currency: financedCurrency, ...exposure, clients: parties, receivers: parties })),
  /** Credit lines of all clients, in their currency. `available`: what new sales can still draw from lines that take any. */
  lines: z.array(
    z.strictObject({
      product,
      currency: financedCurrency,
      limit: amount,
      used: amount,
      held: amount,
      available: amount,
    }),
  ),
  /** Lines whose last day of new sales lies within 30 days before or after today, the first 100 to end, in that order. */
  endingLines: z.array(
    z.strictObject({
      clientId: id,
      entityName: text,
      product,
      currency: financedCurrency,
      limit: amount,
      validUntil: date,
    }),
  ),
  /** Sales that wait, by the time since they entered the queue. */
  waiting: z.array(z.strictObject({ queue: z.enum(inboxQueues), age: z.enum(waitingAges), count: z.int() })),
  /** Sales by the week of their deposit, the newest first; `yield`: on the deposits, a year, in per cent. */
  weeks: z.array(
    z.strictObject({
      monday: date,
      currency: financedCurrency,
      sales: z.int(),
      total: amount,
      deposit: amount,
      interest: amount,
      yield: rate.nullable(),
    }),
  ),
});
export type Overview = z.output<typeof overview>;

const roles = ['riesgo', 'tesoreria', 'cobranza', 'contabilidad', 'auditor'] as const;

export const getOverview = deskRead({
  path: '/api/lender/overview',
  summary:
    'Exposure and its concentration, use of the lines and those that end soon, what waits, and the sales of the last twelve weeks.',
  roles,
  response: overview,
});

/** Maximum number of rows behind a figure. */
export const OVERVIEW_ROWS = 1000;

const pairExposure = z.strictObject({
  clientId: id,
  entityName: text,
  companyId: id,
  receiverName: text,
  currency: financedCurrency,
  ...exposure,
});
export type PairExposure = z.output<typeof pairExposure>;

export const listExposures = deskRead({
  path: '/api/lender/exposures',
  summary:
    'Lists the exposure by client and receiver in a currency, the largest 1,000 first, optionally of one of them.',
  roles,
  query: z.strictObject({ currency: financedCurrency, clientId: id.optional(), companyId: id.optional() }),
  response: z.strictObject({ data: z.array(pairExposure) }),
});

export const depositedSale = z.strictObject({
  saleId: id,
  numberOfSale: z.int(),
  clientId: id,
  entityName: text,
  product,
  currency: financedCurrency,
  disbursedAt: instant,
  total: amount,
  deposit: amount,
  interest: amount,
});
export type DepositedSale = z.output<typeof depositedSale>;

export const listDepositedSales = deskRead({
  path: '/api/lender/depositedSales',
  summary: 'Lists the newest 1,000 sales whose deposit was made in the week from a Monday, in a currency.',
  roles,
  query: z.strictObject({ currency: financedCurrency, monday: date }),
  response: z.strictObject({ data: z.array(depositedSale) }),
});
