/** The tax data of a client with their days, and the CFDI that wait for a stamp with them. */
import { operatorRoles } from '@anticipa/domain/operator';
import { z } from 'zod';
import { deskRead, deskWrite, type ResponseOf } from './route.ts';
import { amount, date, financedCurrency, id, instant, line, text } from './wire.ts';

/** Tax data and branch as they stand. */
export const taxValues = z.strictObject({
  entityName: text,
  fiscalRegime: text.nullable(),
  postalCode: text.nullable(),
  branch: text,
});

/** Tax data as an operator proposes them. */
export const typedTaxData = z.strictObject({
  entityName: line.trim().min(1).max(300),
  fiscalRegime: z.string().regex(/^\d{3}$/),
  postalCode: z.string().regex(/^\d{5}$/),
  branch: line.trim().min(1).max(100),
  /** The first day of CFDI with them, from today to a year ahead. Without it they apply once they are approved. */
  from: date.optional(),
});

const dated = taxValues.extend({
  from: date,
  /** Last day; null while nothing later is known. */
  until: date.nullable(),
});

const params = z.strictObject({ clientId: id });

export const getTaxData = deskRead({
  path: '/api/lender/clients/:clientId/taxData',
  summary: 'The tax data that a client has had, has and will have, the newest first, and its CFDI without a stamp.',
  roles: operatorRoles,
  params,
  response: z.strictObject({
    /** The lender's date. */
    today: date,
    data: z.array(dated),
    unissued: z.array(
      z.strictObject({
        id,
        folio: text,
        currency: financedCurrency,
        total: amount,
        emittedAt: instant,
        /** In the words of the provider that refused it; null if it was not refused. */
        reason: z.string().nullable(),
      }),
    ),
  }),
});
export type TaxData = ResponseOf<typeof getTaxData>;

/** Each CFDI is issued with the tax data in force at this moment; one that was sent before is asked for first. */
export const reissueCfdi = deskWrite({
  path: '/api/lender/clients/:clientId/taxData/reissue',
  summary: 'Sends the CFDI of a client that wait for a stamp to the provider again, with its present tax data.',
  roles: ['contabilidad'],
  params,
  body: z.strictObject({}),
  response: z.strictObject({ issued: z.int(), left: z.int() }),
  errors: ['INVOICING_NOT_CONFIGURED', 'FISCAL_DATA_MISSING'],
});
