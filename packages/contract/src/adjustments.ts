/** Changes of the debt of an invoice in credit that no transfer makes: recourse, credit notes, payments to the client, write-offs. */
import { adjustmentKinds } from '@anticipa/domain/adjustment';
import { accounts } from '@anticipa/domain/ledger';
import { operatorRoles } from '@anticipa/domain/operator';
import { z } from 'zod';
import { approval, approvalRoles } from './approvals.ts';
import { deskRead, deskWrite } from './route.ts';
import { amount, date, financedCurrency, fiscalUuid, id, instant, limitAmount, reason, text } from './wire.ts';

const positive = limitAmount.refine((value) => Number(value) > 0);

/** An adjustment as an operator wants it, with exactly the fields of its kind. */
const wanted = {
  kind: z.enum([...adjustmentKinds, 'withdrawal']),
  /** Amount of the credit note, or of the receiver's payment to the client; at most the debt of the receiver. */
  amount: positive.optional(),
  /** The supplier's credit note. */
  cfdiUuid: fiscalUuid.optional(),
  /** The day on which the receiver paid the client. */
  paidOn: date.optional(),
  /** The adjustment that is withdrawn. */
  withdraws: id.optional(),
};
type Wanted = z.output<z.ZodObject<typeof wanted>>;
export type AdjustmentWanted = Wanted;

const needed: Readonly<Record<Wanted['kind'], readonly (keyof Wanted)[]>> = {
  recourse: [],
  'credit-note': ['amount', 'cfdiUuid'],
  'paid-to-client': ['amount', 'paidOn'],
  'write-off': [],
  withdrawal: ['withdraws'],
};
const hasItsFields = ({ kind, ...fields }: Wanted): boolean =>
  (['amount', 'cfdiUuid', 'paidOn', 'withdraws'] as const).every(
    (name) => needed[kind].includes(name) === (fields[name] !== undefined),
  );

const standing = z.strictObject({
  currency: financedCurrency,
  /** Owed by the receiver. */
  receiver: amount,
  /** Capital that the client must buy back. */
  buyBack: amount,
  aforo: amount,
  /** Pays everything for an invoice that must be bought back, today. */
  toBuyBack: amount,
});

const adjustment = z.strictObject({
  adjustmentId: id,
  kind: z.enum([...adjustmentKinds, 'withdrawal']),
  amount,
  /** The part of the aforo that paid. */
  covered: amount,
  valueDate: date,
  /** The last day on which the client buys the invoice back. */
  payBy: date.nullable(),
  cfdiUuid: text.nullable(),
  reason: text,
  bookedAt: instant,
  bookedBy: text,
  /** Nothing was booked for the invoice since. */
  canWithdraw: z.boolean(),
});
export type Adjustment = z.output<typeof adjustment>;

const params = z.strictObject({ documentId: id });
const errors = [
  'NOT_FOUND',
  'INVOICE_NOT_IN_CREDIT',
  'NOTHING_OWED_BY_RECEIVER',
  'ADJUSTMENT_EXCEEDS_DEBT',
  'NOTHING_TO_WRITE_OFF',
  'ADJUSTMENT_NOT_LAST',
  'CREDIT_NOTE_USED',
  'VALUE_DATE_IN_FUTURE',
  'PAID_BEFORE_DEPOSIT',
] as const;

export const listAdjustments = deskRead({
  path: '/api/lender/portfolio/:documentId/adjustments',
  summary:
    'What is owed for an invoice in credit by its receiver and its client, and the adjustments of it, oldest first.',
  roles: operatorRoles,
  params,
  response: z.strictObject({
    /** The lender's date. */
    today: date,
    currency: financedCurrency,
    /** Null unless it is in credit. */
    standing: standing.nullable(),
    /** Kinds of adjustments that can be made now. */
    possible: z.array(z.enum(adjustmentKinds)),
    data: z.array(adjustment),
    /** The supplier's credit notes that the portal has and that no adjustment uses. */
    creditNotes: z.array(z.strictObject({ cfdiUuid: text, folio: text, total: amount })),
  }),
  errors: ['NOT_FOUND'],
});

export const previewAdjustment = deskRead({
  path: '/api/lender/portfolio/:documentId/adjustments/preview',
  summary: 'The entries that an adjustment would book now, and whether a second person must confirm it.',
  roles: operatorRoles,
  params,
  query: z.strictObject(wanted).refine(hasItsFields),
  response: z.strictObject({
    lines: z.array(z.strictObject({ account: z.enum(accounts), debit: amount, credit: amount })),
    after: standing,
    /** The devolución of an invoice that it settles. */
    finalDeposit: amount.nullable(),
    needsSecondPerson: z.boolean(),
  }),
  errors,
});

/** A recourse, a write-off and a withdrawal always need a second person, others above 1 % of the invoice or of a day more than three days ago. */
export const adjustInvoice = deskWrite({
  path: '/api/lender/portfolio/:documentId/adjustments',
  summary: 'Books an adjustment of an invoice in credit, or proposes it to a second person.',
  roles: approvalRoles.adjustment,
  params,
  body: z.strictObject({ ...wanted, reason }).refine(hasItsFields),
  /** Exactly one of them is not null. */
  response: z.strictObject({ adjustment: adjustment.nullable(), proposal: approval.nullable() }),
  errors: ['PROPOSAL_PENDING', 'CREDIT_EXCEEDED', 'RECEIVER_LIMIT_EXCEEDED', ...errors],
});
