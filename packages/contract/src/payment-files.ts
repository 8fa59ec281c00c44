/** Files of transfers that a person takes to the bank, and the layouts of the banks. */
import { layoutReaches, layoutSeparators } from '@anticipa/domain/payment-layout';
import { z } from 'zod';
import { deskRead, deskWrite, type ResponseOf } from './route.ts';
import { amount, amountInput, financedCurrency, id, instant, line, reason, text } from './wire.ts';

export const filedKinds = ['deposit', 'payout', 'return'] as const;
export type FiledKind = (typeof filedKinds)[number];

/** 'filed': in the file, perhaps paid by the bank. 'withdrawn': a person said that the bank does not pay it. */
export const filedStates = ['filed', 'paid', 'withdrawn'] as const;

const filedPayment = z.strictObject({
  reference: z.int(),
  kind: z.enum(filedKinds),
  /** A sale, a client that gets its devoluciones, or unidentified money. */
  subject: id,
  amount,
  clabe: text,
  beneficiary: text,
  concept: text,
  state: z.enum(filedStates),
  trackingKey: text.nullable(),
  reason: text.nullable(),
});
export type FiledPayment = z.output<typeof filedPayment>;

const paymentFile = z.strictObject({
  fileId: id,
  number: z.int(),
  layout: text,
  currency: financedCurrency,
  madeBy: text,
  madeAt: instant,
  payments: z.array(filedPayment),
});
export type PaymentFile = z.output<typeof paymentFile>;

const layoutTerms = {
  name: line.trim().min(2).max(60),
  currency: financedCurrency,
  reach: z.enum(layoutReaches),
  separator: z.enum(layoutSeparators),
  columns: z
    .string()
    .regex(/^[ -~ñÑ\n]*$/)
    .min(1)
    .max(4000),
};
const paymentLayout = z.strictObject({ layoutId: id, ...layoutTerms });
export type PaymentLayoutRow = z.output<typeof paymentLayout>;

const roles = ['tesoreria', 'contabilidad', 'auditor'] as const;

export const PAYMENT_FILES_LIMIT = 100;
export const MAX_FILED_PAYMENTS = 500;

export const listPaymentFiles = deskRead({
  path: '/api/lender/payment-files',
  summary: `Lists the newest ${PAYMENT_FILES_LIMIT} files of transfers, and all with an open payment, with what became of their payments, and the layouts.`,
  roles,
  response: z.strictObject({
    layouts: z.array(paymentLayout),
    files: z.array(paymentFile),
    /** Payments that are in a file and neither paid nor withdrawn. */
    filed: z.array(z.strictObject({ kind: z.enum(filedKinds), subject: id, currency: financedCurrency })),
    /** The lender's accounts that can pay, as the layouts write them. */
    payers: z.array(
      z.strictObject({ currency: financedCurrency, bank: text, clabe: text, account: text, rfc: text, name: text }),
    ),
  }),
});
export type PaymentFiles = ResponseOf<typeof listPaymentFiles>;

const chosen = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('deposit'), subject: id, amount: amountInput }),
  z.strictObject({ kind: z.literal('payout'), subject: id, amount: amountInput }),
  /** The account of the payer is not known here. */
  z.strictObject({
    kind: z.literal('return'),
    subject: id,
    amount: amountInput,
    clabe: z.string().regex(/^\d{18}$/),
    beneficiary: line.trim().min(3).max(120),
  }),
]);
export type ChosenPayment = z.output<typeof chosen>;

/** All or nothing. An amount that is no longer the one shown is refused. */
export const makePaymentFile = deskWrite({
  path: '/api/lender/payment-files',
  summary:
    'Writes a file of transfers in a layout of the bank. Its payments can be in no other file, nor be ordered at STP.',
  roles: ['tesoreria'],
  body: z.strictObject({
    layoutId: id,
    payments: z.array(chosen).min(1).max(MAX_FILED_PAYMENTS),
    /** Proposes a file that needs a second person. */
    reason: reason.optional(),
  }),
  /** Exactly one of them. */
  response: z.strictObject({ file: paymentFile.nullable(), proposalId: id.nullable() }),
  errors: [
    'PAYMENT_FILED',
    'PAYMENT_NOT_DUE',
    'PAYMENT_AMOUNT_CHANGED',
    'LAYOUT_DOES_NOT_FIT',
    'LENDER_ACCOUNT_MISSING',
    'BANK_ACCOUNT_MISSING',
    'CLABE_INVALID',
    'ACCOUNT_COOLING',
    'VERIFICATION_PENDING',
    'INVOICE_BLOCKED',
    'SECOND_PERSON_NEEDED',
    'PROPOSAL_PENDING',
  ],
});

export const downloadPaymentFile = deskRead({
  path: '/api/lender/payment-files/:fileId',
  summary: 'The file for the bank, each time the same bytes. Payments that were withdrawn stay in it.',
  roles: ['tesoreria'],
  params: z.strictObject({ fileId: id }),
  response: z.strictObject({ base64: z.base64(), fileName: text }),
});

export const withdrawFiledPayments = deskWrite({
  path: '/api/lender/payment-files/:fileId/withdraw',
  summary: 'Takes payments out of a file that the bank does not pay, so that they can be paid otherwise.',
  roles: ['tesoreria'],
  params: z.strictObject({ fileId: id }),
  body: z.strictObject({ references: z.array(z.int()).min(1).max(MAX_FILED_PAYMENTS), reason }),
  response: z.strictObject({ file: paymentFile }),
  errors: ['PAYMENT_NOT_FILED'],
});

/** Changes a layout, or adds one without `layoutId`. Files that were made keep their text. */
export const savePaymentLayout = deskWrite({
  path: '/api/lender/payment-layouts',
  summary: 'Saves the layout of a bank for files of transfers.',
  roles: ['tesoreria'],
  body: z.strictObject({ layoutId: id.optional(), ...layoutTerms }),
  response: z.strictObject({ layout: paymentLayout }),
  errors: ['LAYOUT_INVALID', 'LAYOUT_NAME_TAKEN'],
});
