import { z } from 'zod';
import { clientRead } from './route.ts';
import { date, financedCurrency, product } from './wire.ts';

/** The tables that can be exported. */
const exportedTables = [
  'pending',
  'authorised',
  'validation',
  'credit',
  'rejected',
  'settled',
  'interest',
  'interest-invoices',
  'movements',
  'sales',
  'references',
  'payers',
  'complements',
  'ceded',
  'received',
  'transfers',
  'issued',
  'costs',
] as const;
export type ExportedTable = (typeof exportedTables)[number];

export const exportFormats = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * Rows are filtered by the date of emission; settled invoices by that of payment, interest by that of accrual,
 * movements and the other blocks of the account statement by that of booking, complements by that of payment, sales by
 * that of sending, references by that of creation, costs by their months, of which the last twelve count. Payers have no date, product or currency.
 */
export const exportTable = clientRead({
  path: '/api/export/:table',
  summary: 'A table of the client as a spreadsheet with typed dates and amounts, or as CSV.',
  isHeavy: true,
  params: z.strictObject({ table: z.enum(exportedTables) }),
  query: z
    .strictObject({
      format: z.enum(exportFormats),
      /** Both inclusive. */
      from: date.optional(),
      to: date.optional(),
      product: product.optional(),
      currency: financedCurrency.optional(),
    })
    .refine(({ from, to }) => from === undefined || to === undefined || from <= to, { path: ['to'] }),
  produces: 'application/octet-stream',
  errors: ['NOTHING_TO_EXPORT'],
});
