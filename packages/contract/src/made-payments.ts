/** Payments that the lender has made, with the outcome, the proof and the recall of each. */

import { hasBankKey, paymentOutcomes } from '@anticipa/domain/payment-outcome';
import { transferPurposes } from '@anticipa/domain/transfer-order';
import { z } from 'zod';
import { approval, approvalRoles } from './approvals.ts';
import { deskRead, deskWrite, type ResponseOf, route } from './route.ts';
import { amount, date, financedCurrency, id, instant, limitAmount, reason, text } from './wire.ts';

/**
 * 'owed': a receipt whose devolución it paid was reversed, so that its client owes it. 'recalled': the bank was asked to get it back. 'elsewhere': somebody else has it, until it is 'recovered' or given up as 'lost'. 'over', 'short': what
 * the bank moved too much or too little of a payment, until the one is recovered or lost, and the other 'completed'. 'unmade': it was
 * registered by mistake.
 */
export const madeStates = [
  'paid',
  'owed',
  'recalled',
  'returned',
  'elsewhere',
  'over',
  'short',
  'lost',
  'recovered',
  'completed',
  'unmade',
] as const;

export const MADE_LIMIT = 200;

const purpose = z.enum(transferPurposes);

export const listMadePayments = deskRead({
  path: '/api/lender/made-payments',
  summary: `Lists the newest ${MADE_LIMIT} payments of the lender, also those that came back.`,
  roles: ['tesoreria', 'contabilidad', 'riesgo', 'soporte', 'auditor'],
  response: z.strictObject({
    data: z.array(
      z.strictObject({
        purpose,
        /** A sale, a payout, or unidentified money; what differs of a payment has an id of its own. */
        id,
        clientId: id.nullable(),
        /** Name of the client, or of the payer of money that was sent back. */
        name: text,
        /** Number of the sale, or tracking key of the receipt; empty for devoluciones. */
        label: text,
        currency: financedCurrency,
        amount,
        trackingKey: text,
        clabe: text.nullable(),
        paidAt: instant,
        /** The day from which the bank counts the payment, or its return. */
        paidOn: date,
        state: z.enum(madeStates),
        /** Reason of the return or of the recall, or of the end of a recall without the money. */
        reason: text.nullable(),
        /** Order at STP, which has a proof; null for a payment by hand or by file. */
        orderId: id.nullable(),
      }),
    ),
  }),
});
export type MadePayment = ResponseOf<typeof listMadePayments>['data'][number];

/** Identifies a payment as it is listed. One that was paid again has another key since. */
const named = { purpose, id, trackingKey: text };

export const proposeReturn = deskWrite({
  path: '/api/lender/made-payments/return',
  summary:
    'Proposes that a payment came back to the bank, which did not report it, or went to the account of somebody else: once a second person approves it, it is to be paid again and its account is blocked. Or that money was recovered from there, is lost, or is claimed again; or that the bank moved another amount, and what became of the difference. Or that it was registered by mistake and is to be made.',
  roles: approvalRoles['payment-return'],
  body: z
    .strictObject({
      ...named,
      outcome: z.enum(paymentOutcomes),
      /** The bank's key of the money that came back; null if none did. */
      reference: z
        .string()
        .regex(/^[A-Za-z0-9]{1,30}$/)
        .nullable(),
      /** The amount that the bank moved in place of its own. */
      moved: limitAmount.refine((value) => Number(value) > 0).optional(),
      reason,
    })
    .refine(
      ({ outcome, reference, moved }) =>
        hasBankKey(outcome) === (reference !== null) && (outcome === 'differs') === (moved !== undefined),
    ),
  response: z.strictObject({ proposal: approval }),
  errors: [
    'PAYMENT_NOT_MADE',
    'PAYMENT_DIFFERS',
    'PAYMENT_OWED',
    'PAYMENT_CONFIRMED',
    'PAYMENT_ORDERED',
    'PAYMENT_USED',
    'PROPOSAL_PENDING',
    'TRACKING_KEY_REUSED',
  ],
});

export const recallPayment = deskWrite({
  path: '/api/lender/made-payments/recall',
  summary: 'Records that the bank was asked to get a payment back.',
  roles: ['tesoreria'],
  body: z.strictObject({ ...named, reason }),
  response: z.strictObject({ recalled: z.literal(true) }),
  errors: ['PAYMENT_NOT_MADE', 'PAYMENT_RECALLED'],
});

export const endRecall = deskWrite({
  path: '/api/lender/made-payments/recall/end',
  summary: 'Ends the recall of a payment that the bank does not get back.',
  roles: ['tesoreria'],
  body: z.strictObject({ ...named, reason }),
  response: z.strictObject({ recalled: z.literal(false) }),
  errors: ['PAYMENT_NOT_MADE'],
});

export const paymentProof = route({
  method: 'POST',
  path: '/api/lender/transfers/:orderId/proof',
  summary: 'Banxico’s electronic proof (CEP) of any payment that was ordered at STP.',
  audience: 'operator',
  roles: ['riesgo', 'tesoreria', 'contabilidad', 'soporte', 'auditor'],
  rate: 'read',
  params: z.strictObject({ orderId: id }),
  body: z.strictObject({ format: z.enum(['pdf', 'xml']) }),
  response: z.strictObject({ base64: z.base64(), fileName: text }),
  errors: ['PROOF_NOT_READY'],
});
