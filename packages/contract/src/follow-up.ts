/** Promises to pay, disputes and extensions of invoices in credit, as collectors record them. */
import { operatorRoles } from '@anticipa/domain/operator';
import { disputeOutcomes, promiseStates } from '@anticipa/domain/promise';
import { z } from 'zod';
import { approval, approvalRoles } from './approvals.ts';
import { dispute } from './invoice-sheet.ts';
import { deskRead, deskWrite, type ResponseOf } from './route.ts';
import { amount, date, financedCurrency, id, instant, limitAmount, line, rate, reason, text } from './wire.ts';

/** The promise that counts: the last one that was recorded. */
export const promise = z.strictObject({
  amount,
  payOn: date,
  promisedBy: text,
  state: z.enum(promiseStates),
});
export type Promised = z.output<typeof promise>;

const recordedPromise = z.strictObject({
  /** Null: the promise before it was taken back. */
  promise: promise.nullable(),
  note: text.nullable(),
  by: text,
  at: instant,
});

const recordedDispute = z.strictObject({
  ...dispute.shape,
  by: text,
  /** Null while it is open. */
  end: z.strictObject({ outcome: z.enum(disputeOutcomes), note: text, by: text, on: date }).nullable(),
});

const agreedExtension = z.strictObject({
  dueBefore: date,
  dueDate: date,
  rate,
  reason: text,
  by: text,
  approvedBy: text,
  at: instant,
});

const sentReminder = z.strictObject({
  reader: z.enum(['client', 'receiver']),
  /** Days after the due date of then; below zero before it. */
  step: z.int(),
  on: date,
});

const params = z.strictObject({ documentId: id });
const person = line.trim().min(2).max(120);

export const getFollowUp = deskRead({
  path: '/api/lender/invoices/:documentId/followUp',
  summary: 'The promises, disputes, extensions and reminders of an invoice, the newest first.',
  roles: operatorRoles,
  params,
  response: z.strictObject({
    currency: financedCurrency,
    /** The lender's date. */
    today: date,
    /** Whether the invoice is in credit, so that a promise can be withdrawn. */
    isOpen: z.boolean(),
    /** Whether the invoice is in credit and its receiver owes some of it, so that an agreement with the receiver is possible. */
    isOwed: z.boolean(),
    promises: z.array(recordedPromise),
    disputes: z.array(recordedDispute),
    /** In force. */
    dueDate: date,
    extensions: z.array(agreedExtension),
    /** Sent about it. */
    reminders: z.array(sentReminder),
  }),
  errors: ['NOT_FOUND'],
});
export type FollowUp = ResponseOf<typeof getFollowUp>;

/** A later promise replaces the one before it, which stays in the history. */
export const recordPromise = deskWrite({
  path: '/api/lender/invoices/:documentId/promises',
  summary: 'Records who promised to pay how much of an invoice and when, or takes the promise back with a reason.',
  roles: ['cobranza'],
  params,
  body: z
    .strictObject({
      /** Null takes the promise back, for which the note is the reason. */
      promised: z
        .strictObject({
          amount: limitAmount.refine((value) => Number(value) > 0),
          payOn: date,
          promisedBy: person,
        })
        .nullable(),
      note: reason.optional(),
    })
    .refine(({ promised, note }) => promised !== null || note !== undefined),
  response: z.strictObject({ promise: promise.nullable() }),
  errors: [
    'NOT_FOUND',
    'INVOICE_NOT_IN_CREDIT',
    'NOTHING_OWED_BY_RECEIVER',
    'PROMISE_IN_PAST',
    'PROMISE_ABOVE_DEBT',
    'PROMISE_MISSING',
  ],
});

/** While it is open, nobody is reminded of the invoice. */
export const openDispute = deskWrite({
  path: '/api/lender/invoices/:documentId/disputes',
  summary: 'Opens a dispute about an invoice, which its client sees; it changes no balance.',
  roles: ['cobranza', 'riesgo'],
  params,
  body: z.strictObject({ raisedBy: person, reason }),
  response: z.strictObject({ dispute }),
  errors: ['NOT_FOUND', 'INVOICE_NOT_IN_CREDIT', 'NOTHING_OWED_BY_RECEIVER', 'DISPUTE_OPEN'],
});

/** Another call books a credit note or a recourse. */
export const closeDispute = deskWrite({
  path: '/api/lender/invoices/:documentId/disputes/close',
  summary: 'Closes the open dispute about an invoice with its outcome.',
  roles: ['cobranza', 'riesgo'],
  params,
  body: z.strictObject({ outcome: z.enum(disputeOutcomes), note: reason }),
  response: z.strictObject({}),
  errors: ['NOT_FOUND', 'DISPUTE_NOT_OPEN'],
});

const extensionErrors = [
  'NOT_FOUND',
  'INVOICE_NOT_IN_CREDIT',
  'NOTHING_OWED_BY_RECEIVER',
  'EXTENSION_NOT_LATER',
  'EXTENSION_TOO_LONG',
  'PAYMENT_DATE_NOT_BUSINESS_DAY',
] as const;

/** Until the agreement a day costs what it cost: late charges from the due date before. */
export const previewExtension = deskRead({
  path: '/api/lender/invoices/:documentId/extension',
  summary: 'The price of a later due date that would be agreed today, if nothing is paid before it.',
  roles: operatorRoles,
  params,
  query: z.strictObject({ dueDate: date }),
  response: z.strictObject({
    currency: financedCurrency,
    owed: amount,
    /** Days that cost interest in place of late charges. */
    days: z.int(),
    rate,
    perDay: amount,
    interest: amount,
    iva: amount,
    /** Late charges until today, which stay. */
    lateCharges: amount,
  }),
  errors: extensionErrors,
});
export type ExtensionPreview = ResponseOf<typeof previewExtension>;

export const proposeExtension = deskWrite({
  path: '/api/lender/invoices/:documentId/extension',
  summary: 'Proposes a later due date of an invoice in credit; it applies once a second person approves it.',
  roles: approvalRoles.extension,
  params,
  body: z.strictObject({ dueDate: date, reason }),
  response: z.strictObject({ proposal: approval }),
  errors: [...extensionErrors, 'PROPOSAL_PENDING'],
});
