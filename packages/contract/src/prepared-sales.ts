/** Sales that one person of a client prepares and another one accepts. */
import { z } from 'zod';
import { clientRead, clientWrite } from './route.ts';
import { documentsToSell } from './sales.ts';
import { amount, date, financedCurrency, id, instant, line, product, rfc, text } from './wire.ts';

/** A person who accepts, and up to which amount in pesos; null without a bound. */
const acceptor = z.strictObject({ name: text, acceptUpTo: amount.nullable() });
export type Acceptor = z.output<typeof acceptor>;

/** The price is that of the day on which it was prepared, as its preparer saw it. */
const preparedSale = z.strictObject({
  preparedId: id,
  state: z.enum(['waiting', 'returned', 'accepted', 'withdrawn', 'expired']),
  preparedBy: text,
  /** Whether the caller prepared it. */
  isOwn: z.boolean(),
  preparedAt: instant,
  note: text.nullable(),
  /** The person who accepted, returned or withdrew it; null while it waits and if it has expired. */
  endedBy: text.nullable(),
  endedAt: instant.nullable(),
  /** Why it was returned. */
  reason: text.nullable(),
  count: z.int(),
  /** The last payment date among its invoices: from that day on it cannot be accepted. */
  lastDueDate: date,
  totals: z.array(
    z.strictObject({ product, currency: financedCurrency, count: z.int(), total: amount, initialDeposit: amount }),
  ),
  /** Face value in pesos by today's rate; null if it has dollars and no rate is published. */
  pesos: amount.nullable(),
  /** Whether the caller may accept all of it alone. */
  mayAccept: z.boolean(),
  /** The people who may, without the caller. */
  acceptors: z.array(text),
});
export type PreparedSale = z.output<typeof preparedSale>;

const preparedItem = z.strictObject({
  documentId: id,
  product,
  currency: financedCurrency,
  receiverName: text,
  serie: text.nullable(),
  folio: text.nullable(),
  dueDate: date,
  purchaseOrder: text.nullable(),
  total: amount,
  comision: amount,
  initialDeposit: amount,
});
export type PreparedItem = z.output<typeof preparedItem>;

export const listPreparedSales = clientRead({
  path: '/api/preparedSales',
  summary: 'The sales that wait to be accepted, and those returned to their preparer; with the people who accept.',
  response: z.strictObject({ data: z.array(preparedSale), acceptors: z.array(acceptor) }),
});

const params = z.strictObject({ preparedId: id });

export const getPreparedSale = clientRead({
  path: '/api/preparedSales/:preparedId',
  summary: 'A prepared sale with its invoices, at the price that its preparer saw.',
  params,
  response: z.strictObject({ data: preparedSale.extend({ items: z.array(preparedItem) }) }),
});

const refusals = [
  'NO_INVOICE_SELECTED',
  'INVOICE_NOT_SELLABLE',
  'INVOICE_ALREADY_IN_SALE',
  'INVOICE_REJECTED',
  'PRODUCT_INACTIVE',
  'PAYMENT_DATE_MISSING',
  'PAYMENT_DATE_NOT_AFTER_TODAY',
  'TERM_OVER_180_DAYS',
  'PAYMENT_DATE_NOT_BUSINESS_DAY',
  'PURCHASE_ORDER_MISSING',
  'BANK_ACCOUNT_MISSING',
  'CREDIT_LINE_MISSING',
  'CREDIT_LINE_ENDED',
  'CREDIT_EXCEEDED',
  'EXCHANGE_RATE_MISSING',
  'DEPOSIT_NOT_POSITIVE',
  'QUOTE_CHANGED',
  'ALREADY_PREPARED',
] as const;

export const prepareSale = clientWrite({
  right: 'prepare',
  path: '/api/preparedSales',
  summary: 'Leaves a sale for another person of the client to accept; holds neither credit nor the price.',
  body: z.strictObject({
    documents: documentsToSell,
    note: line.trim().max(300).optional(),
    rfc: rfc.optional(),
  }),
  response: z.strictObject({ data: preparedSale }),
  errors: refusals,
});

export const returnPreparedSale = clientWrite({
  right: 'accept',
  path: '/api/preparedSales/:preparedId/return',
  summary: 'Returns a prepared sale to its preparer.',
  params,
  body: z.strictObject({ reason: line.trim().min(1).max(300) }),
  response: z.strictObject({ status: z.literal('success') }),
  errors: ['PREPARED_SALE_ENDED'],
});

export const withdrawPreparedSale = clientWrite({
  right: 'prepare',
  path: '/api/preparedSales/:preparedId/withdraw',
  summary: 'Withdraws a prepared sale. Its preparer and administrators only.',
  params,
  body: z.strictObject({}).optional(),
  response: z.strictObject({ status: z.literal('success') }),
  errors: ['PREPARED_SALE_ENDED'],
});
