/** The invoices that receivers still owe, of every client. */
import { operatorRoles } from '@anticipa/domain/operator';
import { z } from 'zod';
import { exportFormats } from './exports.ts';
import { promise } from './follow-up.ts';
import { deskRead, type ResponseOf } from './route.ts';
import { amount, date, financedCurrency, id, line, product, rfc, text } from './wire.ts';

/** Days after the due date, in steps. */
export const ages = ['not-due', 'to-30', 'to-60', 'to-90', 'over-90'] as const;
export type Age = (typeof ages)[number];

/** `broken`: invoices whose last promise to pay was not kept. `disputed`: those with an open dispute. */
export const portfolioViews = ['all', 'overdue', 'week', 'broken', 'disputed'] as const;
export type PortfolioView = (typeof portfolioViews)[number];

/** Number of invoices on a page. */
export const PORTFOLIO_PAGE = 100;

const owedInvoice = z.strictObject({
  documentId: id,
  folio: text,
  clientId: id,
  clientRFC: rfc,
  entityName: text,
  companyId: id,
  receiverName: text,
  product,
  currency: financedCurrency,
  saleId: id,
  numberOfSale: z.int(),
  total: amount,
  /** Owed without late charges. */
  owed: amount,
  /** Pays the invoice today: owed and late charges. */
  amountDue: amount,
  dueDate: date,
  /** After the due date; below one before it. */
  daysLate: z.int(),
  /** The amount that its aforo would pay of a shortfall; null unless it is partly paid and open to that. */
  aforo: amount.nullable(),
  promise: promise.nullable(),
  /** Whether its receiver does not accept it as it is. */
  isDisputed: z.boolean(),
});

export const listPortfolio = deskRead({
  path: '/api/lender/portfolio',
  summary: `Lists the invoices in credit of every client by due date, in pages of ${PORTFOLIO_PAGE}, with the ageing of all of them.`,
  roles: operatorRoles,
  query: z.strictObject({
    view: z.enum(portfolioViews),
    clientId: id.optional(),
    companyId: id.optional(),
    product: product.optional(),
    currency: financedCurrency.optional(),
    /** A part of the name or tax id of the client or the receiver, of the folio, or the number of the sale. */
    search: line.max(100).optional(),
    /** `next` of the page before. */
    after: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      .optional(),
  }),
  response: z.strictObject({
    /** The lender's date. */
    today: date,
    /** Sums of all invoices in credit that pass the filters, whatever the view. */
    ageing: z.array(z.strictObject({ currency: financedCurrency, age: z.enum(ages), count: z.int(), owed: amount })),
    data: z.array(owedInvoice),
    /** Null on the last page. */
    next: z.string().nullable(),
  }),
});
export type Portfolio = ResponseOf<typeof listPortfolio>;
export type OwedInvoice = Portfolio['data'][number];

/** Groups of the ageing. */
export const ageingGroups = ['client', 'receiver', 'product'] as const;
export type AgeingGroup = (typeof ageingGroups)[number];

/** The day of an ageing: payments count by value date until `asOf`, and only if they were recorded by the end of `knownOn`. */
const ageingFilter = {
  asOf: date,
  /** Defaults to today: everything that is known. */
  knownOn: date.optional(),
  clientId: id.optional(),
  companyId: id.optional(),
  product: product.optional(),
  currency: financedCurrency.optional(),
};

export const listAgeing = deskRead({
  path: '/api/lender/ageing',
  summary: 'What receivers owed at the end of a day, from the journal, by age and by client, receiver or product.',
  roles: operatorRoles,
  isHeavy: true,
  query: z.strictObject({ by: z.enum(ageingGroups), ...ageingFilter }),
  response: z.strictObject({
    data: z.array(
      z.strictObject({
        /** Id of the client or the receiver, or the product. */
        id: text,
        name: text,
        currency: financedCurrency,
        count: z.int(),
        /** The sum of its ages. */
        owed: amount,
        ages: z.partialRecord(z.enum(ages), amount),
      }),
    ),
  }),
});
export type Ageing = ResponseOf<typeof listAgeing>['data'];

export const exportAgeing = deskRead({
  path: '/api/lender/ageing/export',
  summary: 'The invoices of an ageing as a spreadsheet or as CSV.',
  roles: operatorRoles,
  isHeavy: true,
  query: z.strictObject({ format: z.enum(exportFormats), ...ageingFilter }),
  produces: 'application/octet-stream',
  errors: ['NOTHING_TO_EXPORT'],
});

/** An invoice that the lender bought, with its parties and its sale. */
export const purchasedInvoice = owedInvoice.pick({
  documentId: true,
  folio: true,
  clientId: true,
  clientRFC: true,
  entityName: true,
  companyId: true,
  receiverName: true,
  product: true,
  currency: true,
  numberOfSale: true,
  total: true,
  dueDate: true,
});
export type PurchasedInvoice = z.output<typeof purchasedInvoice>;

/** An invoice of an ageing. */
export const agedInvoice = purchasedInvoice.extend({
  ...owedInvoice.pick({ owed: true, daysLate: true }).shape,
  age: z.enum(ages),
});
export type AgedInvoice = z.output<typeof agedInvoice>;
