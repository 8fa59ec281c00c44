import { parseMonth } from '@anticipa/domain/month';
import { z } from 'zod';
import { route } from './route.ts';
import { amount, date, financedCurrency, fiscalUuid, id, instant, product, text } from './wire.ts';

/** A civil month, `YYYY-MM`. */
const month = z
  .string()
  .max(7)
  .refine((written) => parseMonth(written) !== null);

/** What one financed invoice earned in one month of accrual, IVA apart. */
const interestRow = z.strictObject({
  documentId: id,
  periodo: month,
  folioInvoice: text,
  interest: amount,
  iva: amount,
  currency: financedCurrency,
  productName: text,
  /** Of the lender's invoice for it; null until its month is cut. */
  invoiceFolio: text.nullable(),
});
export type InterestRow = z.output<typeof interestRow>;

/** The interest query. Dates are inclusive; what is not earned yet is not in the answer, and neither is a row of nothing. */
export const listInterest = route({
  method: 'POST',
  path: '/api/credits/interest',
  summary: 'The interest that the client’s financed invoices earned between two dates, by month of accrual.',
  audience: 'client',
  rate: 'read',
  idempotency: 'none',
  body: z
    .strictObject({
      startDate: date,
      endDate: date,
      products: z.array(product).max(2).optional(),
      clientIds: z.array(id).max(20).optional(),
    })
    .refine(({ startDate, endDate }) => startDate <= endDate, { path: ['endDate'] }),
  response: z.strictObject({ data: z.strictObject({ credits: z.array(interestRow) }) }),
  errors: [],
});

/** A CFDI that the lender issued for the interest of a month. */
const interestInvoice = z.strictObject({
  id,
  /** The id by which its files are asked for. */
  facturamaId: id,
  uuid: fiscalUuid,
  folio: text,
  emittionDate: instant,
  /** The month cut. */
  periodo: month,
  product,
  productName: text,
  currency: financedCurrency,
  active: z.boolean(),
  /** True for an Ingreso, false for an Egreso. */
  invoiceType: z.boolean(),
  subTotal: amount,
  iva: amount,
  /** subTotal + iva: the total of the CFDI. */
  amount,
  /** Folios of the financed invoices, one per line. */
  creditFolios: z.array(text),
  InvoicingDetails: z.array(z.strictObject({ factoringDocumentFolio: text, subTotal: amount, iva: amount })),
});
export type InterestInvoice = z.output<typeof interestInvoice>;

/** The client's interest invoices emitted between two dates, both inclusive, in Mexico City; newest first. */
export const listInterestInvoices = route({
  method: 'POST',
  path: '/invoicing/api/cfdi/getAll',
  summary: 'Lists the invoices for interest that the lender issued to the client.',
  audience: 'client',
  rate: 'read',
  idempotency: 'none',
  body: z.strictObject({
    search: z
      .strictObject({
        startDate: date,
        endDate: date,
        /** The dates are those of creation: there are no others. */
        created: z.literal(true).optional(),
        active: z.boolean().optional(),
        clientId: id.optional(),
      })
      .refine(({ startDate, endDate }) => startDate <= endDate, { path: ['endDate'] }),
  }),
  response: z.strictObject({ data: z.array(interestInvoice) }),
  errors: [],
});

/** The CFDI itself, byte for byte, or its printed form. */
export const interestInvoiceFile = route({
  method: 'GET',
  path: '/invoicing/api/cfdi/:fileType/issuedLite/:id',
  summary: 'An interest invoice as XML or PDF, in base64.',
  audience: 'client',
  rate: 'read',
  idempotency: 'none',
  params: z.strictObject({ fileType: z.enum(['pdf', 'xml']), id }),
  response: z.strictObject({
    file: z.strictObject({
      Content: z.base64(),
      ContentType: z.enum(['application/pdf', 'application/xml']),
      ContentEncoding: z.literal('base64'),
      FileName: text,
    }),
  }),
  errors: ['SERVICE_UNAVAILABLE'],
});

/** Cuts a month of one client. Cutting it again issues what is missing and repeats the rest. */
export const cutMonth = route({
  method: 'POST',
  path: '/api/lender/monthCuts',
  summary: 'Invoices the interest that a client’s financed invoices earned in a month.',
  audience: 'operator',
  rate: 'write',
  idempotency: 'none',
  body: z.strictObject({ clientId: id, month }),
  response: z.strictObject({ data: z.array(interestInvoice) }),
  errors: [
    'MONTH_NOT_OVER',
    'FISCAL_DATA_MISSING',
    'EXCHANGE_RATE_MISSING',
    'INVOICING_NOT_CONFIGURED',
    'SERVICE_UNAVAILABLE',
  ],
});
