/** Sales that one person of a client prepares and another one accepts. */
import { z } from 'zod';
import { clientRead, clientWrite } from './route.ts';
import { documentsToSell } from './sales.ts';
import { preparedSale } from './to-accept.ts';
import { amount, date, financedCurrency, id, instant, line, product, rfc, text } from './wire.ts';

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

/** Where an invoice is that cannot be sold now. */
const elsewhere = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('held'),
    numberOfSale: z.int(),
    /** The person who holds it, and whether it is the caller. */
    by: text,
    isOwn: z.boolean(),
    /** Whether it is held to accept this prepared sale. */
    isAcceptance: z.boolean(),
    until: instant,
  }),
  z.strictObject({ kind: z.literal('sold'), numberOfSale: z.int() }),
  z.strictObject({ kind: z.literal('deleted') }),
  /** Refused, with the reason: cancelled at the tax authority, or another one. */
  z.strictObject({ kind: z.literal('rejected'), isCancelled: z.boolean(), reason: text }),
]);
export type Elsewhere = z.output<typeof elsewhere>;

const params = z.strictObject({ preparedId: id });

export const getPreparedSale = clientRead({
  path: '/api/preparedSales/:preparedId',
  summary: 'A prepared sale with its invoices, at the price that its preparer saw.',
  params,
  response: z.strictObject({
    data: preparedSale.extend({
      /** With the place of each that cannot be sold now; null for the others. */
      items: z.array(preparedItem.extend({ elsewhere: elsewhere.nullable() })),
    }),
  }),
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
