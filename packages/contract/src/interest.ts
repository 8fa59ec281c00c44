import { z } from 'zod';
import { clientRead, deskRead, route } from './route.ts';
import {
  amount,
  date,
  days,
  financedCurrency,
  fiscalUuid,
  id,
  instant,
  isInOrder,
  month,
  period,
  product,
  text,
} from './wire.ts';

/** Interest of one financed invoice in one month of accrual, with its IVA. */
const interestRow = z.strictObject({
  documentId: id,
  periodo: month,
  folioInvoice: text,
  receiverName: text,
  /** The days of the price that this interest pays. */
  days,
  interest: amount,
  iva: amount,
  currency: financedCurrency,
  productName: text,
  /** Folio of the interest invoice; null until its month is cut. */
  invoiceFolio: text.nullable(),
});
export type InterestRow = z.output<typeof interestRow>;

/** Dates are inclusive; months without earned interest are omitted. */
export const listInterest = route({
  method: 'POST',
  path: '/api/credits/interest',
  summary: 'Interest earned by the client’s financed invoices between two dates, by month of accrual.',
  audience: 'client',
  right: 'consult',
  rate: 'read',
  isHeavy: true,
  body: z
    .strictObject({
      ...period,
      products: z.array(product).max(2).optional(),
      clientIds: z.array(id).max(20).optional(),
    })
    .refine(isInOrder, { path: ['endDate'] }),
  response: z.strictObject({ data: z.strictObject({ credits: z.array(interestRow) }) }),
});

/** A CFDI issued by the lender for the interest of a month, or for the late charges of an invoice. */
const interestInvoice = z.strictObject({
  id,
  /** Id for requesting its files. */
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
  /** Kind of charge; a credit note takes interest back. */
  kind: z.enum(['interest', 'late-charges', 'commission']),
  /** True for an Ingreso, false for an Egreso. */
  invoiceType: z.boolean(),
  subTotal: amount,
  iva: amount,
  /** subTotal + iva: the total of the CFDI. */
  amount,
  /** Folios of the financed invoices, one per line. */
  creditFolios: z.array(text),
  InvoicingDetails: z.array(z.strictObject({ factoringDocumentFolio: text, subTotal: amount, iva: amount })),
  /** Its payment complements, oldest first; their files are requested with their `id`. */
  complements: z.array(z.strictObject({ id, folio: text, uuid: fiscalUuid, paidOn: date, amount })),
});
export type InterestInvoice = z.output<typeof interestInvoice>;

/** Emitted between two dates of Mexico City, both inclusive; newest first. */
export const listInterestInvoices = route({
  method: 'POST',
  path: '/invoicing/api/cfdi/getAll',
  summary: 'Lists the interest invoices that the lender issued to the client.',
  audience: 'client',
  right: 'consult',
  rate: 'read',
  isHeavy: true,
  body: z.strictObject({
    search: z
      .strictObject({
        ...period,
        /** If `false`, the dates are those of the month cut. Defaults to true. */
        created: z.boolean().optional(),
        active: z.boolean().optional(),
        clientId: id.optional(),
      })
      .refine(isInOrder, { path: ['endDate'] }),
  }),
  response: z.strictObject({ data: z.array(interestInvoice) }),
});

/** The CFDI, byte for byte, or its printed form. */
export const interestInvoiceFile = clientRead({
  path: '/invoicing/api/cfdi/:fileType/issuedLite/:id',
  summary: 'An interest invoice, or one of its payment complements, as XML or PDF, in base64.',
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

/** Repeating a month cut issues only missing invoices and returns them all. */
export const cutMonth = route({
  method: 'POST',
  path: '/api/lender/monthCuts',
  summary: 'Invoices the interest earned by a client’s financed invoices in a month.',
  audience: 'operator',
  roles: ['contabilidad'],
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

/**
 * Motives of the tax authority: 01 issued with errors and substituted, 02 issued with errors, 03 the operation did not take
 * place, 04 it is invoiced to the receiver by name instead of in a global invoice.
 */
const cancellationMotives = ['01', '02', '03', '04'] as const;

/**
 * The payment complements of the invoice are cancelled first, with motive 02. With motive 01 a substitute with the client's present fiscal
 * data is stamped before the invoice is cancelled, and gets complements of its own; otherwise its interest is invoiced again by the next
 * month cut. A credit note has no substitute. A credit note is cancelled before the invoice that it credits. */
export const cancelInterestInvoice = route({
  method: 'POST',
  path: '/api/lender/interestInvoices/:invoiceId/cancel',
  summary: 'Cancels an interest invoice or a credit note once the tax authority confirms it; repeating it is harmless.',
  audience: 'operator',
  roles: ['contabilidad'],
  params: z.strictObject({ invoiceId: id }),
  body: z.strictObject({ motive: z.enum(cancellationMotives) }),
  response: z.strictObject({ invoice: interestInvoice }),
  errors: [
    'INTEREST_INVOICE_CREDITED',
    'CANCELLATION_PENDING',
    'CANCELLATION_REJECTED',
    'INVOICING_NOT_CONFIGURED',
    'SERVICE_UNAVAILABLE',
  ],
});

/**
 * Steps of a cancellation: a complement is cancelled, the substitute stamped, the invoice cancelled, the substitute's complement issued,
 * and that of another invoice, which a cancelled complement paid too.
 */
export const cancellationSteps = ['complement', 'substitute', 'invoice', 'new-complement', 'other-complement'] as const;

/** A step waits for those before it, for the provider, which is asked every ten minutes, or for the tax authority; is refused, or done. */
export const cancellationStepStates = ['planned', 'sending', 'with-authority', 'refused', 'done'] as const;

export const getCfdiCancellation = deskRead({
  path: '/api/lender/interestInvoices/:invoiceId/cancellation',
  summary:
    'Shows the steps of cancelling a CFDI with their states; before it is requested, those that `motive` would have.',
  roles: ['contabilidad', 'auditor'],
  params: z.strictObject({ invoiceId: id }),
  query: z.strictObject({ motive: z.enum(cancellationMotives).optional() }),
  response: z.strictObject({
    /** Motive of the request; null before it. */
    motive: z.enum(cancellationMotives).nullable(),
    steps: z.array(
      z.strictObject({
        kind: z.enum(cancellationSteps),
        /** Null for a CFDI that is not numbered yet. */
        folio: text.nullable(),
        state: z.enum(cancellationStepStates),
        at: instant.nullable(),
        /** The provider's or the tax authority's words. */
        reason: text.nullable(),
      }),
    ),
  }),
  errors: ['NOT_FOUND'],
});

/**
 * State of a CFDI of the lender: waits for its stamp (also a substitute for its turn), in force, asked to be cancelled, refused by the tax
 * authority to be cancelled, and cancelled.
 */
export const cfdiStates = ['pending', 'issued', 'cancelling', 'kept', 'cancelled'] as const;

export const MONTH_CFDI_LIMIT = 2000;

const monthCut = z.strictObject({
  /** The lender's current month, the last one that is over being the month before. */
  current: month,
  /** Clients with interest up to the end of the month that is not invoiced, or with a CFDI that waits for its stamp. */
  toCut: z.array(
    z.strictObject({
      clientId: id,
      clientRFC: text,
      entityName: text,
      /** Whether its tax data lacks the regime or the postal code, without which no CFDI is possible. */
      lacksFiscalData: z.boolean(),
    }),
  ),
  cfdi: z.array(
    z.strictObject({
      id,
      clientId: id,
      entityName: text,
      folio: text,
      kind: z.enum(['interest', 'late-charges', 'commission']),
      /** True for an Ingreso, false for the Egreso of a credit note. */
      invoiceType: z.boolean(),
      currency: financedCurrency,
      subTotal: amount,
      iva: amount,
      state: z.enum(cfdiStates),
      emittedAt: instant,
      /** Null until it is stamped. */
      uuid: fiscalUuid.nullable(),
    }),
  ),
});

export const getMonthCut = route({
  method: 'GET',
  path: '/api/lender/monthCuts/:month',
  summary: `What the lender invoiced for a month to every client (the newest ${MONTH_CFDI_LIMIT} CFDI), and whom it has not invoiced yet.`,
  audience: 'operator',
  roles: ['contabilidad', 'auditor'],
  rate: 'read',
  params: z.strictObject({ month }),
  response: monthCut,
});
export type MonthCut = z.output<typeof monthCut>;
