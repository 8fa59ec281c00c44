/** One search over everything that a client has in the portal. */
import { referenceStates } from '@anticipa/domain/reference';
import { z } from 'zod';
import { statusValue } from './invoices.ts';
import { clientRead } from './route.ts';
import { sentSale } from './sent-sales.ts';
import { amount, currency, date, financedCurrency, fiscalUuid, id, line, product, rfc, text } from './wire.ts';

/** Hits of one kind in an answer. */
export const SEARCH_HITS = 5;
/** Up to which hits of a kind are counted. */
export const SEARCH_COUNTED = 100;

const hits = <T extends z.ZodType>(hit: T) =>
  z.strictObject({ total: z.int().min(0).max(SEARCH_COUNTED), hits: z.array(hit).max(SEARCH_HITS) });

export const invoiceHit = z.strictObject({
  documentId: id,
  uuid: fiscalUuid,
  serie: text.nullable(),
  folio: text.nullable(),
  receiverName: text,
  status: statusValue,
  /** Deleted by a user of the client. */
  isDeleted: z.boolean(),
  currency,
  total: amount,
});
export type InvoiceHit = z.output<typeof invoiceHit>;

export const payerHit = z.strictObject({
  companyId: id,
  name: text,
  rfc,
  /** Its invoices of the status nearest to the settlement; null if all are settled or deleted. */
  open: z.strictObject({ product, currency, status: statusValue, count: z.int(), total: amount }).nullable(),
  /** Payment date of its last settled invoice. */
  settledOn: date.nullable(),
});
export type PayerHit = z.output<typeof payerHit>;

export const referenceHit = z.strictObject({
  id,
  reference: text,
  state: z.enum(referenceStates),
  currency: financedCurrency,
  amount,
  count: z.int(),
});
export type ReferenceHit = z.output<typeof referenceHit>;

export const saleHit = sentSale.pick({
  numberOfSale: true,
  currency: true,
  state: true,
  isReturned: true,
  count: true,
  initialDeposit: true,
});
export type SaleHit = z.output<typeof saleHit>;

export const searchPortal = clientRead({
  path: '/api/search',
  summary:
    'The client’s invoices by folio, fiscal UUID, amount or payer, its payers by name or tax id, payment references and sales.',
  query: z.strictObject({ q: line.trim().min(1).max(200) }),
  response: z.strictObject({
    invoices: hits(invoiceHit),
    payers: hits(payerHit),
    references: hits(referenceHit),
    sales: hits(saleHit),
  }),
});
