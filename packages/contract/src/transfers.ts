/** Payments through the lender's transfer service: deposits of sales, devoluciones, and money back to its payer. */
import { transferPurposes, transferStates, transferTroubles } from '@anticipa/domain/transfer-order';
import { z } from 'zod';
import { deskRead, deskWrite, type ResponseOf, route } from './route.ts';
import { numberOfSale } from './sent-sales.ts';
import { amount, id, instant, reason, text } from './wire.ts';

const transfer = z.strictObject({
  orderId: id,
  purpose: z.enum(transferPurposes),
  /** Null unless it pays a deposit. */
  saleId: id.nullable(),
  /** Null unless it sends money back. */
  paymentId: id.nullable(),
  /** Ours, known before the order is sent. */
  trackingKey: text,
  state: z.enum(transferStates),
  /** Amount in pesos. */
  amount,
  clabe: text,
  orderedAt: instant,
  /** Time at which the bank settled it. */
  settledAt: instant.nullable(),
  /** Why it failed or came back. */
  failure: text.nullable(),
  /** Holder of the receiving account, as named by its bank. */
  holder: text.nullable(),
});
export type Transfer = z.output<typeof transfer>;

/** A payment that the lender has to make. An amount, if given, must be the amount that is due. */
const wantedPayment = z.discriminatedUnion('purpose', [
  z.strictObject({ purpose: z.literal('deposit'), saleId: id, amount: amount.optional() }),
  /** All devoluciones of a client in pesos. */
  z.strictObject({ purpose: z.literal('payout'), clientId: id, amount: amount.optional() }),
  z.strictObject({ purpose: z.literal('return'), paymentId: id, amount: amount.optional() }),
]);
export type WantedPayment = z.output<typeof wantedPayment>;

/** A longer list is ordered in parts. */
export const ORDERED_TOGETHER = 500;

/**
 * All are ordered, or none: a refusal names its payment as `payments.N`. Each is booked once the bank has settled its transfer.
 * A payment whose transfer is open repeats its order; one that failed or came back is ordered again.
 */
export const orderTransfers = deskWrite({
  path: '/api/lender/transfers',
  summary:
    'Orders payments at the bank: deposits of answered sales, devoluciones, and money that goes back to its payer.',
  roles: ['tesoreria'],
  body: z.strictObject({
    payments: z.array(wantedPayment).min(1).max(ORDERED_TOGETHER).refine(areDistinctPayments),
    /** Proposes payments that need a second person. */
    reason: reason.optional(),
  }),
  response: z.strictObject({
    orders: z.array(transfer),
    /** Set, without orders, if they wait for a second person. */
    proposalId: id.nullable(),
  }),
  errors: [
    'NOT_FOUND',
    'SALE_STATE_CONFLICT',
    'VERIFICATION_PENDING',
    'INVOICE_BLOCKED',
    'PAYMENT_NOT_WAITING',
    'NOTHING_TO_PAY',
    'PAYMENT_AMOUNT_CHANGED',
    'TRANSFER_BY_HAND',
    'ACCOUNT_COOLING',
    'PAYMENT_FILED',
    'SECOND_PERSON_NEEDED',
    'PROPOSAL_PENDING',
  ],
});

/** Names each payment once. */
export function paymentKey(payment: WantedPayment): string {
  if (payment.purpose === 'deposit') return payment.saleId;
  return payment.purpose === 'payout' ? payment.clientId : payment.paymentId;
}

function areDistinctPayments(payments: readonly WantedPayment[]): boolean {
  return new Set(payments.map(paymentKey)).size === payments.length;
}

/**
 * Closes an order that never appeared at the bank: it must be a day old, and the bank, which is asked first, must not
 * have it. Then the same can be paid again. A bank that pays the order after all raises an alert.
 */
export const closeTransfer = deskWrite({
  path: '/api/lender/transfers/:orderId/close',
  summary: 'Closes an open transfer that never appeared at the bank.',
  roles: ['tesoreria'],
  params: z.strictObject({ orderId: id }),
  body: z.strictObject({ reason }),
  response: z.strictObject({ data: transfer }),
  errors: ['TRANSFER_NOT_MISSING', 'BANK_NOT_ASKED'],
});

export const listTransfers = deskRead({
  path: '/api/lender/sales/:saleId/transfers',
  summary: 'Lists the transfers ordered for a sale, newest first.',
  roles: ['riesgo', 'tesoreria', 'soporte', 'auditor'],
  params: z.strictObject({ saleId: id }),
  response: z.strictObject({ data: z.array(transfer) }),
});

/** Leaves out transfers that the bank has paid or still has in hand. */
export const listTroubledTransfers = deskRead({
  path: '/api/lender/transfers',
  summary: 'Lists what waits to be paid because its last transfer is in trouble, oldest first.',
  roles: ['riesgo', 'tesoreria', 'soporte', 'auditor'],
  response: z.strictObject({
    data: z.array(
      z.strictObject({
        ...transfer.shape,
        /** Null unless it pays a deposit. */
        numberOfSale: z.int().nullable(),
        /** Null if the money goes back to its payer, who is then named in place of the client. */
        clientId: id.nullable(),
        entityName: text,
        trouble: z.enum(transferTroubles),
      }),
    ),
  }),
});
export type TroubledTransfer = ResponseOf<typeof listTroubledTransfers>['data'][number];

/** Asks Banxico at most every ten minutes; what was found is kept. */
export const saleProof = route({
  method: 'POST',
  path: '/api/sales/:numberOfSale/proof',
  summary: 'Banxico’s electronic proof (CEP) of a sale’s deposit, as PDF or XML.',
  audience: 'client',
  right: 'consult',
  rate: 'read',
  params: z.strictObject({ numberOfSale }),
  body: z.strictObject({ format: z.enum(['pdf', 'xml']) }),
  response: z.strictObject({ base64: z.base64(), fileName: text }),
  errors: ['PROOF_NOT_READY'],
});

export const lenderSaleProof = route({
  method: 'POST',
  path: '/api/lender/sales/:saleId/proof',
  summary: 'The same proof of any client’s deposit, for the lender.',
  audience: 'operator',
  roles: ['riesgo', 'tesoreria', 'soporte', 'auditor'],
  rate: 'read',
  params: z.strictObject({ saleId: id }),
  body: z.strictObject({ format: z.enum(['pdf', 'xml']) }),
  response: z.strictObject({ base64: z.base64(), fileName: text }),
  errors: ['PROOF_NOT_READY'],
});

/**
 * STP does not sign this call, so it is only stored, and the worker asks the bank. Its own calls have some hundred
 * bytes.
 */
export const transferWebhook = route({
  method: 'POST',
  path: '/api/webhooks/stp/state',
  summary: 'The bank’s news about a transfer.',
  audience: 'public',
  consumes: 'application/octet-stream',
  produces: 'application/octet-stream',
  maxBytes: 4096,
});

/** Works like `transferWebhook`. */
export const receivedWebhook = route({
  method: 'POST',
  path: '/api/webhooks/stp/received',
  summary: 'The bank’s news about a transfer that it received for the lender.',
  audience: 'public',
  consumes: 'application/octet-stream',
  produces: 'application/octet-stream',
  maxBytes: 4096,
});
