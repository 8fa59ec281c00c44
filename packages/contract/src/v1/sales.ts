/** Prices and sales, for programs. */
import { quoteFailureCodes } from '@anticipa/domain/quote';
import { saleStates } from '@anticipa/domain/sale';
import { z } from 'zod';
import { clientRead, clientWrite, route } from '../route.ts';
import { setAsPreSell } from '../sales.ts';
import * as wire from '../wire.ts';
import {
  amountOf,
  currency,
  dateOf,
  idOf,
  instantOf,
  listOf,
  named,
  pageByChange,
  product,
  property,
  rateOf,
  taxId,
  textOf,
  updatedSince,
} from './shapes.ts';

const MAX_INVOICES = 1000;

const chosen = named(
  'ChosenInvoice',
  'An invoice to price or to sell.',
  z.strictObject({
    invoice_id: idOf('invoice'),
    due_date: dateOf(
      'Day on which its receiver pays it: a business day of Mexican banks after today, within 180 days of its CFDI. Factoring (`FB`) takes the `fixed_due_date` of its credit line alone.',
    ),
    purchase_order: property(
      z.string().max(60).nullable(),
      'Purchase order; factoring (`FB`) needs one.',
      'OC-1042',
    ).optional(),
  }),
);

/** The invoices of a call, each with its date. */
export const invoices = property(
  z
    .array(chosen)
    .min(1)
    .max(MAX_INVOICES)
    .refine((all) => new Set(all.map((one) => one.invoice_id)).size === all.length, 'each-invoice-once'),
  'The invoices, each once.',
  [{ invoice_id: '0b5e2c1a-6f0e-4d39-9a57-3c8a5e1f7b20', due_date: '2026-04-24' }],
);

const choice = (name: string, description: string) => named(name, description, z.strictObject({ invoices }));

const totals = named(
  'Totals',
  'Sums of invoices.',
  z.strictObject({
    total: amountOf('Total of the invoices'),
    interest: amountOf('Interest, without its IVA', '3480.00'),
    interest_tax: amountOf('IVA of the interest, which is taken from the final deposit', '556.80'),
    reserve: amountOf('Part that is paid once the receivers have paid (aforo)', '11600.00'),
    advance: amountOf('Advance: the total less the reserve', '104400.00'),
    initial_deposit: amountOf(
      'Deposit: the advance less the interest, and less the opening commission with its IVA if the contract has one',
      '100920.00',
    ),
  }),
);

const priced = {
  invoice_id: idOf('invoice'),
  receiver_tax_id: taxId,
  receiver_name: textOf('Name of the receiver.', 'GRUPO INDUSTRIAL SALTILLO'),
  series: textOf('Series of its CFDI.', 'A').nullable(),
  folio: textOf('Folio of its CFDI.', '1042').nullable(),
  purchase_order: textOf('Purchase order.', 'OC-1042').nullable(),
  issued_on: dateOf('Date of its CFDI.'),
  due_date: dateOf('Day on which its receiver pays it.'),
  payment_days: property(
    wire.days,
    'Calendar days of the advance: from today, or the day of the sale, to the due date.',
    45,
  ),
  interest_rate: rateOf('Annual interest rate'),
  advance_percent: rateOf('Part that is advanced', '90'),
  effective_annual_cost: rateOf(
    'Estimated effective annual cost, without IVA: (1 + cost / deposit) ^ (365 / days) − 1, where the cost is the interest and an opening commission',
    '31.65',
  ).nullable(),
  total: amountOf('Total of its CFDI'),
  interest: amountOf('Interest of `total` for `payment_days`, without its IVA', '3480.00'),
  interest_tax: amountOf('IVA of the interest, which is taken from the final deposit', '556.80'),
  reserve: amountOf('Part that is paid once its receiver has paid (aforo)', '11600.00'),
  advance: amountOf('Advance: the total less the reserve', '104400.00'),
  initial_deposit: amountOf('Its part of the deposit', '100920.00'),
};

/** The document adds what each code means. */
export const quoteFailureCode = property(
  z.enum(quoteFailureCodes),
  'Why it cannot be sold as chosen. To hold or to prepare it as chosen is refused with the same code.',
  'PAYMENT_DATE_NOT_BUSINESS_DAY',
);

export const v1QuoteInvoices = route({
  method: 'POST',
  path: '/v1/quotes',
  audience: 'client',
  right: 'consult',
  scope: 'read',
  rate: 'read',
  isHeavy: true,
  summary: 'Prices invoices as of today, and changes nothing.',
  body: choice('QuoteRequest', 'Invoices to price.'),
  response: named(
    'Quote',
    'The price of invoices today. Invoices that cannot be sold as chosen are failures.',
    z.strictObject({
      today: dateOf('Day of the prices.'),
      groups: z
        .array(
          named(
            'QuoteGroup',
            'What would be one sale.',
            z.strictObject({ product, currency, count: property(z.int(), 'Invoices.', 1), totals }),
          ),
        )
        .meta({ description: 'One per product and currency; each becomes a sale.' }),
      items: z
        .array(named('QuoteItem', 'The price of an invoice.', z.strictObject({ product, currency, ...priced })))
        .meta({ description: 'The invoices that can be sold.' }),
      failures: z
        .array(
          named(
            'QuoteFailure',
            'Why an invoice cannot be sold as chosen.',
            z.strictObject({
              invoice_id: textOf('Id of the invoice.', '0b5e2c1a-6f0e-4d39-9a57-3c8a5e1f7b20'),
              code: quoteFailureCode,
              reason: textOf('The reason in words, in Spanish.', 'La fecha de pago debe ser un día hábil'),
            }),
          ),
        )
        .meta({ description: 'The invoices that cannot be sold as chosen.' }),
    }),
  ),
  errors: ['NO_INVOICE_SELECTED'],
});

const state = property(
  z.enum(saleStates).exclude(['proposed']),
  '`held` and `quoted`: invoices and credit are held until `expires_at`; `requested`: accepted, waits for the lender; `returned`: the lender asks for a correction; `answered`: authorised, waits for its deposit; `disbursed`; `cancelled`; `expired`.',
  'requested',
);

export const v1Sale = named(
  'Sale',
  'A sale, of one product and currency.',
  z.strictObject({
    id: idOf('sale'),
    number: property(z.int(), 'Number of the sale in the company.', 12),
    product,
    currency,
    state,
    expires_at: instantOf('When it ends unless it is accepted before.').nullable(),
    requested_at: instantOf('When its terms were accepted.').nullable(),
    answered_at: instantOf('When the lender answered.').nullable(),
    disbursed_at: instantOf('When it was deposited.').nullable(),
    cancelled_at: instantOf('When the company cancelled it.').nullable(),
    tracking_key: textOf('The bank’s key of the deposit (clave de rastreo).', 'ANTI20260311000012').nullable(),
    totals,
    items: z
      .array(
        named(
          'SaleItem',
          'An invoice of a sale.',
          z.strictObject({
            ...priced,
            state: property(
              z.enum(['held', 'authorised', 'rejected', 'disbursed', 'released']),
              'What became of it; `released`: the sale ended without it.',
              'held',
            ),
            rejection: textOf(
              'Why the lender rejected it, in Spanish.',
              'El receptor no confirmó la factura',
            ).nullable(),
          }),
        ),
      )
      .meta({ description: 'Its invoices, in the order in which they were chosen.' }),
    updated_at: instantOf('When it last changed its state.'),
  }),
);
export type V1Sale = z.output<typeof v1Sale>;

/** A sale in the answer of a write; the sale itself has the rest. */
const saleSummary = named(
  'SaleSummary',
  'A sale after a call.',
  z.strictObject({
    id: v1Sale.shape.id,
    number: v1Sale.shape.number,
    product,
    currency,
    state,
    expires_at: v1Sale.shape.expires_at,
    totals,
    items: z
      .array(named('PricedInvoice', 'An invoice with its booked figures.', z.strictObject(priced)))
      .meta({ description: 'Its invoices, in the order in which they were chosen.' }),
  }),
);

const sales = { sales: z.array(saleSummary).meta({ description: 'The sales, by number.' }) };
const salesAnswer = named('Sales', 'Sales.', z.strictObject(sales));

export const v1HoldInvoices = clientWrite({
  path: '/v1/sales',
  right: 'accept',
  scope: 'sell',
  summary: 'Holds invoices and credit for 30 minutes, all or nothing: one sale per product and currency.',
  body: choice('NewSales', 'Invoices to sell.'),
  response: salesAnswer,
  // It accepts no prepared sale.
  errors: setAsPreSell.errors.filter((code) => code !== 'PREPARED_SALE_ENDED'),
});

const numbers = property(z.array(z.int32().positive()).min(1).max(50), 'Numbers of the sales.', [12]);

export const v1FixTerms = clientWrite({
  path: '/v1/sales/terms',
  right: 'accept',
  scope: 'sell',
  summary: 'Fixes the terms of held sales, and answers the contract to accept.',
  body: named('TermsRequest', 'Sales whose terms are fixed.', z.strictObject({ sale_numbers: numbers })),
  response: named(
    'SalesWithTerms',
    'Sales with the contract to accept.',
    z.strictObject({
      ...sales,
      terms: named(
        'Terms',
        'A contract to accept.',
        z.strictObject({
          version: textOf('Version of its wording.', '1'),
          hash: textOf(
            'SHA-256 of its text in UTF-8, in hex.',
            'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
          ),
          text: property(z.string(), 'Its text, in Spanish.', 'CONTRATO DE FACTORAJE…'),
        }),
      ),
    }),
  ),
  errors: ['SALE_EXPIRED', 'SALE_STATE_CONFLICT', 'PAYMENT_DATE_NOT_AFTER_TODAY', 'SERVICE_UNAVAILABLE'],
});

export const v1AcceptSales = clientWrite({
  path: '/v1/sales/accept',
  right: 'accept',
  scope: 'sell',
  summary: 'Accepts the contract of sales in the name of the key’s owner, and sends them to the lender.',
  body: named(
    'Acceptance',
    'The contract that is accepted, with all of its sales.',
    z.strictObject({
      sale_numbers: numbers,
      terms: named(
        'AcceptedTerms',
        'The contract as it was answered.',
        z.strictObject({
          version: textOf('Version of its wording.', '1'),
          hash: property(
            z.string().max(64),
            'SHA-256 of its text in UTF-8, in hex.',
            'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
          ),
        }),
      ),
    }),
  ),
  response: salesAnswer,
  errors: [
    'ABOVE_OWN_LIMIT',
    'QUOTE_CHANGED',
    'SALE_EXPIRED',
    'SALE_STATE_CONFLICT',
    'TERMS_NOT_ACCEPTED',
    'PAYMENT_DATE_NOT_AFTER_TODAY',
  ],
});

export const v1CancelSales = clientWrite({
  path: '/v1/sales/cancel',
  right: 'accept',
  scope: 'sell',
  summary: 'Cancels sales that the lender has not answered, and releases their invoices and credit.',
  body: named('Cancellation', 'Sales to cancel.', z.strictObject({ sale_numbers: numbers })),
  response: salesAnswer,
  errors: ['SALE_STATE_CONFLICT'],
});

export const v1ListSales = clientRead({
  path: '/v1/sales',
  scope: 'read',
  isHeavy: true,
  summary: 'The company’s sales, least recently changed first.',
  query: z.strictObject({ ...pageByChange, updated_since: updatedSince }),
  response: listOf('Sale', v1Sale),
});

export const v1GetSale = clientRead({
  path: '/v1/sales/:sale_number',
  scope: 'read',
  summary: 'One sale.',
  params: z.strictObject({
    sale_number: property(
      z
        .string()
        .regex(/^[1-9]\d{0,8}$/, 'whole-from-1')
        .transform(Number),
      'Number of the sale.',
      '12',
    ),
  }),
  response: v1Sale,
});
