/** Every invoice that the lender has bought, including those that have ended. */
import { operatorRoles } from '@anticipa/domain/operator';
import { z } from 'zod';
import { exportFormats } from './exports.ts';
import { listPortfolio, purchasedInvoice } from './portfolio.ts';
import { deskRead } from './route.ts';
import { amount, date, id } from './wire.ts';

/** States of a bought invoice. 'withdrawn': its authorisation was withdrawn before the deposit. */
export const soldStates = ['to-deposit', 'in-credit', 'overdue', 'paid', 'written-off', 'withdrawn'] as const;
export type SoldState = (typeof soldStates)[number];

/** Number of invoices on a page. */
export const SOLD_PAGE = 100;

const soldInvoice = purchasedInvoice.extend({
  saleId: id,
  state: z.enum(soldStates),
  /** Deposit of the invoice, paid or to be paid. */
  deposit: amount,
  depositedOn: date.nullable(),
  /** Day of the settlement; null if the invoice is not settled. */
  endedOn: date.nullable(),
});
export type SoldInvoice = z.output<typeof soldInvoice>;

const { clientId, companyId, product, currency, search } = listPortfolio.query.shape;
const filter = { state: z.enum(soldStates).optional(), clientId, companyId, product, currency, search };

export const listSoldInvoices = deskRead({
  path: '/api/lender/soldInvoices',
  summary: `Lists the invoices of every client that the lender bought, the last due date first, in pages of ${SOLD_PAGE}.`,
  roles: operatorRoles,
  isHeavy: true,
  query: z.strictObject({
    ...filter,
    /** `next` of the previous page. */
    after: z
      .string()
      .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      .optional(),
  }),
  response: z.strictObject({ data: z.array(soldInvoice), next: z.string().nullable() }),
});

export const exportSoldInvoices = deskRead({
  path: '/api/lender/soldInvoices/export',
  summary: 'The same invoices as a spreadsheet or as CSV.',
  roles: operatorRoles,
  isHeavy: true,
  query: z.strictObject({ format: z.enum(exportFormats), ...filter }),
  produces: 'application/octet-stream',
  errors: ['NOTHING_TO_EXPORT'],
});
