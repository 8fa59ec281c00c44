/** The lender's queues of sales, the most urgent first. */
import type { SaleState } from '@anticipa/domain/sale';
import { z } from 'zod';
import { deskRead, deskWrite } from './route.ts';
import { amount, financedCurrency, id, instant, product, rfc, text } from './wire.ts';

export const inboxQueues = ['answer', 'confirmation', 'correction', 'payout'] as const;
export type InboxQueue = (typeof inboxQueues)[number];

/** The state of the sales in each queue. A returned one keeps the place it had. */
export const stateOfQueue = {
  answer: 'requested',
  confirmation: 'proposed',
  correction: 'returned',
  payout: 'answered',
} as const satisfies Record<InboxQueue, SaleState>;

export const inboxSale = z.strictObject({
  saleId: id,
  numberOfSale: z.int(),
  product,
  currency: financedCurrency,
  clientId: id,
  clientRFC: rfc,
  entityName: text,
  requestedAt: instant,
  /** Latest arrival of its deposit, as promised to the client. */
  promisedAt: instant,
  /** Counts the invoices that the lender has not rejected, as do the amounts. */
  count: z.int(),
  total: amount,
  initialDeposit: amount,
  /** Number of different receivers, and the name of the one with the largest amount. */
  receivers: z.int(),
  largestReceiver: text,
  /** Invoices that the tax authority has not confirmed; they cannot be paid out. */
  unconfirmed: z.int(),
});
export type InboxSale = z.output<typeof inboxSale>;

const queueCount = z.strictObject({ count: z.int(), late: z.int() });

/** Number of sales on a page. */
export const INBOX_PAGE = 50;

/** Whether the demo's robot answers sales, pays what the lender owes, and has payers pay what they owe. */
const robot = z.strictObject({ answers: z.boolean(), pays: z.boolean(), collects: z.boolean() });
export type RobotParts = z.output<typeof robot>;

export const listInbox = deskRead({
  path: '/api/lender/inbox',
  summary: 'Lists the sales of every client that wait for the lender, by the promised time of their deposit, in pages.',
  roles: ['riesgo', 'tesoreria', 'soporte', 'auditor'],
  query: z.strictObject({
    queue: z.enum(inboxQueues),
    /** `next` of the page before. */
    after: z
      .string()
      .regex(/^\d{13}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      .optional(),
  }),
  response: z.strictObject({
    now: instant,
    /** `late`: past the promised time. */
    queues: z.strictObject({
      answer: queueCount,
      confirmation: queueCount,
      correction: queueCount,
      payout: queueCount,
    }),
    data: z.array(inboxSale),
    /** Null outside the demo. */
    robot: robot.nullable(),
    /** Null on the last page. */
    next: z.string().nullable(),
  }),
});

export const switchRobot = deskWrite({
  path: '/api/lender/demo/robot',
  summary:
    'Lets the robot of the demo answer, pay or collect, or leaves that to operators; there is none outside the demo.',
  roles: ['riesgo', 'tesoreria', 'cobranza'],
  /** The parts that change. */
  body: robot.partial(),
  response: robot,
  errors: ['NO_ROBOT'],
});
