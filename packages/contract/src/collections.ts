import { z } from 'zod';
import { MAX_INVOICES_PER_REFERENCE } from './references.ts';
import { route } from './route.ts';
import { amount, amountInput, date, financedCurrency, id, instant, line, rfc, text } from './wire.ts';

/** How money came: to the CLABE of a payer, or with a payment reference. */
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
  /** The reference that the payment named. */
  reference: text.nullable(),
  invoices: z.array(
    z.strictObject({
      documentId: id,
      paidAmount: amount,
      recargos: amount,
      ivaRecargos: amount,
      finalDeposit: amount,
      /** What the aforo did not cover and the client still owes. */
      balanceDue: amount,
    }),
  ),
});
export type Collection = z.output<typeof collection>;

/** The live payment references of every client that still have something to pay, with what is missing. */
export const listDueReferences = route({
  method: 'GET',
  path: '/api/lender/references',
  summary: 'Lists the payment references that the lender waits for, oldest first.',
  audience: 'operator',
  rate: 'read',
  idempotency: 'none',
  response: z.strictObject({
    /** The lender's day: no value date may lie after it. */
    today: date,
    data: z.array(
      z.strictObject({
        reference: text,
        clientId: id,
        clientRFC: rfc,
        currency: financedCurrency,
        /** To be paid in one sum. */
        amount,
        count: z.int(),
        date: instant,
      }),
    ),
  }),
  errors: [],
});

/**
 * A payment in full of one or several invoices of a client: by their ids, for their totals; or by a payment reference, for
 * what it asks. The bank's tracking key counts once: the same payment again gets the same answer, another one is refused.
 */
export const registerCollection = route({
  method: 'POST',
  path: '/api/lender/collections',
  summary: 'Books a payment that arrived and settles its invoices.',
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
    /** The day the bank counts the money from: neither after today nor before the deposit of an invoice. */
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
