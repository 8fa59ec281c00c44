import { lenderMotives } from '@anticipa/domain/motives';
import { saleStates } from '@anticipa/domain/sale';
import { z } from 'zod';
import { route } from './route.ts';
import { areDistinct, sale } from './sales.ts';
import { id, instant, rfc, text } from './wire.ts';

const lenderSale = sale.extend({
  clientId: id,
  clientRFC: rfc,
  entityName: text,
  requestedAt: instant.nullable(),
  /** Invoices not yet confirmed by the tax authority; they cannot be disbursed. */
  pendingVerification: z.array(id),
  /** Invoices whose stamp carries a certificate that is not pinned: «sello del SAT sin comprobar». */
  unverifiedStamps: z.array(id),
  decisions: z.array(
    z.strictObject({ documentId: id, authorised: z.boolean(), motive: z.enum(lenderMotives).nullable() }),
  ),
});
export type LenderSale = z.output<typeof lenderSale>;

export const listLenderSales = route({
  method: 'GET',
  path: '/api/lender/sales',
  summary: 'Lists the sales of every client in a state, oldest first.',
  audience: 'operator',
  roles: ['riesgo', 'tesoreria', 'soporte', 'auditor'],
  rate: 'read',
  idempotency: 'none',
  query: z.strictObject({ state: z.enum(saleStates) }),
  response: z.strictObject({ data: z.array(lenderSale) }),
  errors: [],
});

export const answerSale = route({
  method: 'POST',
  path: '/api/lender/sales/:saleId/answer',
  summary: 'Authorises or rejects each invoice of a requested sale.',
  audience: 'operator',
  roles: ['riesgo'],
  rate: 'write',
  idempotency: 'accepted',
  params: z.strictObject({ saleId: id }),
  body: z.strictObject({
    decisions: z
      .array(z.strictObject({ documentId: id, authorised: z.boolean(), motive: z.enum(lenderMotives).nullable() }))
      .min(1)
      .max(1000),
  }),
  response: z.strictObject({ sale: lenderSale }),
  errors: ['SALE_STATE_CONFLICT', 'MOTIVE_MISSING'],
});

/** An invoice to which the tax authority objects after the answer can never be paid out; withdrawing it unblocks its sale. */
export const withdrawAuthorisation = route({
  method: 'POST',
  path: '/api/lender/sales/:saleId/withdraw',
  summary: 'Withdraws the authorisation of invoices that have not been disbursed.',
  audience: 'operator',
  roles: ['riesgo'],
  rate: 'write',
  idempotency: 'accepted',
  params: z.strictObject({ saleId: id }),
  body: z.strictObject({
    rejections: z
      .array(z.strictObject({ documentId: id, motive: z.enum(lenderMotives) }))
      .min(1)
      .max(1000)
      .refine(areDistinct),
  }),
  response: z.strictObject({ sale: lenderSale }),
  errors: ['SALE_STATE_CONFLICT'],
});

/** The bank confirmed the transfer of the sale's deposit; its tracking key is unique. */
export const disburseSale = route({
  method: 'POST',
  path: '/api/lender/sales/:saleId/disburse',
  summary: 'Books the confirmed deposit of an answered sale.',
  audience: 'operator',
  roles: ['tesoreria'],
  rate: 'write',
  idempotency: 'accepted',
  params: z.strictObject({ saleId: id }),
  body: z.strictObject({ trackingKey: z.string().regex(/^[A-Za-z0-9]{1,30}$/) }),
  response: z.strictObject({ sale: lenderSale }),
  errors: ['SALE_STATE_CONFLICT', 'VERIFICATION_PENDING', 'TRACKING_KEY_REUSED'],
});
