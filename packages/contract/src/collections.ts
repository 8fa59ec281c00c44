import { z } from 'zod';
import { MAX_INVOICES_PER_REFERENCE } from './references.ts';
import { route } from './route.ts';
import { amount, amountInput, date, financedCurrency, id, instant, line, rfc, text } from './wire.ts';

/** A payment to a payer's CLABE, or with a payment reference. */
const source = z.enum(['STP', 'REFERENCIA']);

const collection = z.strictObject({
  collectionId: id,
  clientId: id,
  trackingKey: text,
  currency: financedCurrency,
  amount,
  valueDate: date,
  source,
  bank: text,
  /** The payment reference, if the payment carried one. */
  reference: text.nullable(),
  invoices: z.array(
    z.strictObject({
      documentId: id,
      paidAmount: amount,
      recargos: amount,
      ivaRecargos: amount,
      finalDeposit: amount,
      /** Not covered by the aforo and still owed by the client. */
      balanceDue: amount,
    }),
  ),
});
export type Collection = z.output<typeof collection>;

export const listDueReferences = route({
  method: 'GET',
  path: '/api/lender/references',
  summary: 'Lists the outstanding payment references of every client, oldest first.',
  audience: 'operator',
  rate: 'read',
  idempotency: 'none',
  response: z.strictObject({
    /** The lender's date: the latest value date allowed. */
    today: date,
    data: z.array(
      z.strictObject({
        reference: text,
        clientId: id,
        clientRFC: rfc,
        currency: financedCurrency,
        /** Outstanding, to be paid in one sum. */
        amount,
        count: z.int(),
        date: instant,
      }),
    ),
  }),
  errors: [],
});

/**
 * A payment in full of a client's invoices: by ids, for their totals, or by payment reference, for its amount. The bank's
 * tracking key is unique: repeating the same payment repeats the answer, a different payment with it is refused.
 */
export const registerCollection = route({
  method: 'POST',
  path: '/api/lender/collections',
  summary: 'Books a received payment and settles its invoices.',
  audience: 'operator',
  rate: 'write',
  idempotency: 'accepted',
  body: z.strictObject({
    pays: z.union([
      z.strictObject({ documentIds: z.array(id).min(1).max(MAX_INVOICES_PER_REFERENCE) }),
      z.strictObject({ reference: z.string().min(1).max(40) }),
    ]),
    amount: amountInput,
    currency: financedCurrency,
    /** The day from which the bank counts the money: not after today nor before the deposit of an invoice. */
    valueDate: date,
    trackingKey: z.string().regex(/^[A-Za-z0-9]{1,30}$/),
    source,
    bank: line.min(1).max(100),
  }),
  response: z.strictObject({ collection }),
  errors: [
    'PAYMENT_REFERENCE_RECORD_NOT_FOUND',
    'INVOICE_NOT_IN_CREDIT',
    'COLLECTION_CURRENCY_DIFFERS',
    'VALUE_DATE_IN_FUTURE',
    'VALUE_DATE_BEFORE_DEPOSIT',
    'COLLECTION_AMOUNT_DIFFERS',
    'TRACKING_KEY_REUSED',
  ],
});
