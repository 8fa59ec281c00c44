/** Sales that the client has sent to the lender: where each stands, what it costs, what was accepted. */
import { z } from 'zod';
import { clientRead, clientWrite } from './route.ts';
import { areDistinct, saleItem, saleTotals } from './sales.ts';
import { amount, financedCurrency, id, instant, line, product, text } from './wire.ts';

export const numberOfSale = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number);

/** The invoices that the lender has rejected are not part of a sale: neither counted in `count` nor in the amounts. */
export const sentSale = z.strictObject({
  numberOfSale: z.int(),
  product,
  currency: financedCurrency,
  state: z.enum(['requested', 'answered', 'disbursed', 'cancelled']),
  requestedAt: instant,
  /** First and last name of the person who accepted the terms. */
  requestedBy: text,
  /** First and last name of the person who prepared it for the other one; null for a sale without preparation. */
  preparedBy: text.nullable(),
  answeredAt: instant.nullable(),
  disbursedAt: instant.nullable(),
  /** Cancellation by the client; null if the lender rejected every invoice. */
  cancelledAt: instant.nullable(),
  /** The bank's key of the deposit. */
  trackingKey: text.nullable(),
  count: z.int(),
  rejected: z.int(),
  /** Whether the lender waits for the client's correction. */
  isReturned: z.boolean(),
  total: amount,
  initialDeposit: amount,
});
export type SentSale = z.output<typeof sentSale>;

/** Correction that the lender asks of the client. */
export const saleReturn = z.strictObject({
  message: text,
  /** The invoices that the message is about; all if empty. */
  documentIds: z.array(id),
  at: instant,
});

const sentItem = saleItem.extend({
  state: z.enum(['held', 'authorised', 'rejected', 'disbursed', 'released']),
  /** Why the lender rejected it. */
  motive: text.nullable(),
});
export type SentItem = z.output<typeof sentItem>;

/** A certified provider's statement that the contract existed at an instant (NOM-151). */
const constancia = z.strictObject({
  /** The certified instant; null while it is waited for. */
  issuedAt: instant.nullable(),
});
export type Constancia = z.output<typeof constancia>;

export const SALES_PER_PAGE = 50;

export const listSales = clientRead({
  path: '/api/sales',
  summary: 'The client’s sales sent to the lender, newest first, in pages.',
  /** Sales with a lower number than `before`. */
  query: z.strictObject({ before: numberOfSale.optional() }),
  response: z.strictObject({
    data: z.array(sentSale),
    /** `before` of the next page; null on the last one. */
    next: z.int().nullable(),
  }),
});

export const getSale = clientRead({
  path: '/api/sales/:numberOfSale',
  summary: 'One sale sent to the lender, with its invoices and the accepted terms.',
  params: z.strictObject({ numberOfSale }),
  response: z.strictObject({
    data: sentSale.extend({
      totals: saleTotals,
      /** Products of all sales accepted together with this one, which decide the promised time of its deposit. */
      products: z.array(product),
      /** Requested correction; null unless the sale is returned. */
      correction: saleReturn.nullable(),
      /** In the order in which they were chosen. */
      items: z.array(sentItem),
      /** The SHA-256 of the accepted text. */
      terms: z.strictObject({ version: text, hash: text }),
      /** Proves the accepted text; null if none was requested. */
      constancia: constancia.nullable(),
      /** Whether Banxico can prove its deposit: it was paid through the lender's transfer service. */
      hasProof: z.boolean(),
    }),
  }),
});

export const resendSale = clientWrite({
  right: 'accept',
  path: '/api/sales/:numberOfSale/resend',
  summary: 'Sends a returned sale back to the lender, with corrected purchase orders and a note.',
  params: z.strictObject({ numberOfSale }),
  body: z.strictObject({
    corrections: z
      .array(z.strictObject({ documentId: id, purchaseOrder: line.max(100) }))
      .max(1000)
      .refine(areDistinct),
    note: line.trim().max(300).optional(),
  }),
  response: z.strictObject({ status: z.literal('success') }),
  errors: ['SALE_STATE_CONFLICT', 'PURCHASE_ORDER_MISSING'],
});

export const saleContract = clientRead({
  path: '/api/sales/:numberOfSale/contract',
  summary: 'The text of a sale as a PDF with its SHA-256: the accepted one with its acceptance, or the one to accept.',
  isHeavy: true,
  params: z.strictObject({ numberOfSale }),
  response: z.strictObject({ base64: z.base64(), fileName: text }),
});

export const saleConstancia = clientRead({
  path: '/api/sales/:numberOfSale/constancia',
  summary:
    'The constancia (NOM-151) of an accepted contract as a ZIP: the text, an RFC 3161 time stamp, its certificates, and how to verify them.',
  params: z.strictObject({ numberOfSale }),
  response: z.strictObject({ base64: z.base64(), fileName: text }),
});
