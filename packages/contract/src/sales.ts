import { type SaleState, saleStates } from '@anticipa/domain/sale';
import { z } from 'zod';
import { clientRead, clientWrite, route } from './route.ts';
import { statedTerms } from './sale-terms.ts';
import {
  amount,
  amountInput,
  date,
  days,
  financedCurrency,
  id,
  instant,
  product,
  rate,
  rateInput,
  rfc,
  text,
} from './wire.ts';

const MAX_INVOICES_PER_SALE = 1000;

/** One invoice of a quote or a sale, with the booked figures. */
export const saleItem = z.strictObject({
  documentId: id,
  product,
  creditLineId: id,
  receiverName: text,
  receiverRFC: rfc,
  folio: text.nullable(),
  serie: text.nullable(),
  purchaseOrder: text.nullable(),
  currency: financedCurrency,
  total: amount,
  emittedOn: date,
  dueDate: date,
  paymentDays: days,
  interestRate: rate,
  porcentajeAdelanto: rate,
  diasBase: days,
  /** Whether an early payment gives back the interest of the days that are left. */
  earlyRebate: z.boolean(),
  comision: amount,
  iva: amount,
  aforo: amount,
  adelanto: amount,
  /** Commission that the deposit keeps back, and its IVA; absent without one. */
  openingCommission: amount.optional(),
  openingIva: amount.optional(),
  initialDeposit: amount,
  /** Estimated effective annual cost in per cent, without IVA. */
  effectiveAnnualCost: rate.nullable(),
  /** Taken from the credit line, in the line's currency. */
  creditAmount: amount,
  creditCurrency: financedCurrency,
  exchangeRate: rate,
});
export type SaleItem = z.output<typeof saleItem>;

export const saleTotals = z.strictObject({
  total: amount,
  comision: amount,
  iva: amount,
  aforo: amount,
  adelanto: amount,
  /** Commission that the deposit keeps back, and its IVA; absent without one. */
  openingCommission: amount.optional(),
  openingIva: amount.optional(),
  initialDeposit: amount,
});

const quote = z.strictObject({
  today: date,
  items: z.array(saleItem),
  /** One per product and currency; each becomes a sale. */
  groups: z.array(z.strictObject({ product, currency: financedCurrency, count: z.int(), totals: saleTotals })),
  credit: z.array(
    z.strictObject({
      creditLineId: id,
      product,
      currency: financedCurrency,
      available: amount,
      availableAfter: amount,
    }),
  ),
  /** Invoices that cannot be sold as chosen; they are not among the items. */
  failures: z.array(z.strictObject({ path: text, code: text, message: text })),
});
export type Quote = z.output<typeof quote>;

/** The portal's contract has one word for every sale that the lender has not answered. */
export const saleState = z.enum(saleStates).exclude(['returned', 'proposed']);

export const stateOnWire = (state: SaleState): z.output<typeof saleState> =>
  state === 'returned' || state === 'proposed' ? 'requested' : state;

export const sale = z.strictObject({
  saleId: id,
  numberOfSale: z.int(),
  product,
  currency: financedCurrency,
  state: saleState,
  expiresAt: instant.nullable(),
  totals: saleTotals,
  items: z.array(saleItem),
  /** Terms in force on the day of the sale; absent if none were decided by then. */
  terms: statedTerms.optional(),
});
export type Sale = z.output<typeof sale>;

/** Whether no document occurs twice. */
export const areDistinct = (documents: readonly { documentId: string }[]): boolean =>
  new Set(documents.map(({ documentId }) => documentId)).size === documents.length;

const choice = { documentId: id, dueDate: date.nullable(), purchaseOrder: z.string().max(60).nullable().optional() };

export const presell = route({
  method: 'POST',
  path: '/api/presell',
  summary: 'Quotes the chosen invoices without changing anything.',
  audience: 'client',
  right: 'consult',
  rate: 'read',
  isHeavy: true,
  body: z.strictObject({
    documents: z.array(z.strictObject(choice)).max(MAX_INVOICES_PER_SALE).refine(areDistinct),
    rfc: rfc.optional(),
  }),
  response: z.strictObject({ data: quote }),
  errors: ['NO_INVOICE_SELECTED'],
});

/** Invoices to sell. Only id, date and purchase order are input; any other figure must equal the server's. */
export const documentsToSell = z
  .array(
    z.strictObject({
      ...choice,
      paymentDays: days.optional(),
      comision: amountInput.optional(),
      soldBy: id.optional(),
      interestRate: rateInput.optional(),
      porcentajeAdelanto: rateInput.optional(),
      total: amountInput.optional(),
      productId: id.optional(),
    }),
  )
  .max(MAX_INVOICES_PER_SALE)
  .refine(areDistinct);

/**
 * Holds credit for the chosen invoices, one sale per product and currency. Only id, date and purchase order are input;
 * any other figure must equal the server's, or the call is refused with QUOTE_CHANGED.
 */
export const setAsPreSell = clientWrite({
  right: 'accept',
  path: '/api/factoringDocument/setAsPreSell',
  summary: 'Holds the chosen invoices and their credit for 30 minutes.',
  body: z.strictObject({
    documents: documentsToSell,
    /** The prepared sale that these invoices are the acceptance of. */
    preparedId: id.optional(),
    rfc: rfc.optional(),
  }),
  response: z.strictObject({
    data: z.array(z.strictObject({ documentId: id, numberOfSale: z.int() })),
    sales: z.array(sale),
  }),
  errors: [
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
    'RECEIVER_LIMIT_EXCEEDED',
    'EXCHANGE_RATE_MISSING',
    'DEPOSIT_NOT_POSITIVE',
    'QUOTE_CHANGED',
    'ABOVE_OWN_LIMIT',
    'PREPARED_SALE_ENDED',
  ],
});

const numberOfSales = z.array(z.int32().positive()).min(1).max(50);
/** The contract text to accept; stored with the user, time and address of its acceptance. */
const terms = z.strictObject({ version: text, hash: z.string().max(64), text: z.string() });

export const processPreSells = clientWrite({
  right: 'accept',
  path: '/api/factoringDocument/processPreSells',
  summary: 'Fixes the terms of held sales and returns the contract text to accept.',
  /** Without numbers the call is refused with NO_SALE_NAMED. */
  body: z.strictObject({ numberOfSales: numberOfSales.optional(), rfc: rfc.optional() }),
  response: z.strictObject({ sales: z.array(sale), terms }),
  errors: [
    'NO_SALE_NAMED',
    'SALE_EXPIRED',
    'SALE_STATE_CONFLICT',
    'PAYMENT_DATE_NOT_AFTER_TODAY',
    'SERVICE_UNAVAILABLE',
  ],
});

export const requestAuthorization = clientWrite({
  right: 'accept',
  path: '/api/factoringDocument/requestAuthorization',
  summary: 'Sends the sales of the invoices to the lender, with the accepted terms.',
  body: z.strictObject({
    invoices: z
      .array(
        z.strictObject({
          documentId: id,
          status: z.int().optional(),
          receiverRFC: rfc.optional(),
          receiverName: text.optional(),
          companyId: id.optional(),
          productId: id.optional(),
          clientId: id.optional(),
        }),
      )
      .max(MAX_INVOICES_PER_SALE),
    clientId: id.optional(),
    /** Without it the call is refused with TERMS_NOT_ACCEPTED, whose details have the terms to accept as `expected`. */
    acceptedTerms: z.strictObject({ version: text, hash: z.string().max(64) }).optional(),
  }),
  response: z.strictObject({ sales: z.array(sale) }),
  errors: [
    'FRESH_FACTOR_NEEDED',
    'NO_INVOICE_SELECTED',
    'PAYMENT_DATE_NOT_AFTER_TODAY',
    'QUOTE_CHANGED',
    'SALE_EXPIRED',
    'SALE_STATE_CONFLICT',
    'TERMS_NOT_ACCEPTED',
    'ABOVE_OWN_LIMIT',
    'PREPARED_SALE_ENDED',
  ],
});

/**
 * Restores the invoices' previous statuses and releases the credit; possible until the lender answers. With `onlyHeld`
 * an acceptance is never undone: sales that are no longer held stay as they are, and the response has the state of each.
 */
export const cancelPreSell = clientWrite({
  right: 'accept',
  path: '/api/factoringDocument/cancelPreSell',
  summary: 'Cancels sales that the lender has not answered.',
  body: z.strictObject({ numberOfSales, onlyHeld: z.boolean().optional() }),
  response: z.strictObject({ sales: z.array(sale) }),
  errors: ['SALE_STATE_CONFLICT'],
});

/**
 * A repeated hold gets its first response again, however old; this call answers what has become of it. No sales if the
 * server knows no hold of the user under this key.
 */
export const getOpenSales = clientRead({
  path: '/api/sales/open',
  summary:
    'The sales of the user’s hold with this idempotency key as they are now, and the clock by which they expire.',
  query: z.strictObject({ key: z.string().max(200) }),
  response: z.strictObject({ now: instant, sales: z.array(sale) }),
});

/** Recipients must be active users of the same client. */
export const sendSummary = clientWrite({
  right: 'accept',
  path: '/api/factoringDocument/sendSummary',
  summary: 'E-mails the summary of requested sales, at most once in ten minutes per sale and person.',
  body: z.strictObject({
    rfc: rfc.optional(),
    numberOfSales,
    emails: z.array(z.string().max(254)).min(1).max(20),
  }),
  response: z.strictObject({ status: z.literal('success') }),
  errors: ['INVALID_EMAIL', 'SALE_STATE_CONFLICT', 'DAILY_LIMIT_REACHED'],
});
