/** The monthly estimate of what is not collected. */
import { stages } from '@anticipa/domain/estimate';
import { z } from 'zod';
import { deskRead } from './route.ts';
import { amount, date, financedCurrency, id, instant, month, text } from './wire.ts';

const roles = ['contabilidad', 'riesgo', 'auditor'] as const;

/** 0: nothing is owed any more. */
const stage = z.literal(stages);
const percentage = z.string().regex(/^\d{1,3}\.\d{2}$/);

export const estimateTermsShape = {
  stage2From: z.int(),
  stage3From: z.int(),
  percent1: percentage,
  percent2: percentage,
  percent3: percentage,
};

const figures = {
  /** The amount that the lender can lose: what is owed, less the aforo, unearned interest and suspended late charges. */
  exposure: amount,
  estimate: amount,
  /** Difference from the estimate before. */
  change: amount,
  /** Charged late charges, without IVA, that are no income until they are collected. */
  suspended: amount,
  suspendedChange: amount,
  /** Late charges that have run and are in no entry. */
  memo: amount,
};

const group = z.strictObject({ currency: financedCurrency, stage, count: z.int(), ...figures });
export type EstimateGroup = z.output<typeof group>;

export const getEstimate = deskRead({
  path: '/api/lender/estimate',
  summary:
    'The estimate of a month by currency and stage: what was booked, and what would be booked for clients of whom it is not. By default that of this month.',
  roles,
  isHeavy: true,
  query: z.strictObject({ month: month.optional() }),
  response: z.strictObject({
    month,
    /** The day of the balances of what is not booked. */
    asOf: date,
    /** Last time at which the month was booked for a client; null before. */
    bookedAt: instant.nullable(),
    /** Number of clients for whom the month is not booked. */
    waiting: z.int(),
    terms: z.strictObject(estimateTermsShape),
    groups: z.array(group),
    /** This month and those that were booked, the latest first. */
    months: z.array(month),
  }),
});
export type Estimate = z.output<typeof getEstimate.response>;

/** Number of invoices on a page. */
export const ESTIMATE_PAGE = 100;

const estimated = z.strictObject({
  documentId: id,
  folio: text,
  clientId: id,
  entityName: text,
  receiverName: text,
  currency: financedCurrency,
  dueDate: date,
  /** Days past the due date, below zero before it. */
  daysLate: z.int(),
  stage,
  percent: percentage,
  ...figures,
  isBooked: z.boolean(),
});
export type EstimatedInvoice = z.output<typeof estimated>;

export const listEstimated = deskRead({
  path: '/api/lender/estimate/invoices',
  summary: `The invoices of an estimate, the largest first, in pages of ${ESTIMATE_PAGE}.`,
  roles,
  isHeavy: true,
  query: z.strictObject({
    month: month.optional(),
    currency: financedCurrency.optional(),
    stage: z.enum(['0', '1', '2', '3']).optional(),
    /** `next` of the previous page. */
    after: id.optional(),
  }),
  response: z.strictObject({ data: z.array(estimated), next: id.nullable() }),
});
