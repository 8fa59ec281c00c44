import { z } from 'zod';
import { route } from './route.ts';
import { date, instant } from './wire.ts';

/** The last cut that was taken in. */
const cut = z.strictObject({
  /** The date of the list's legend. */
  cutOn: date,
  rows: z.int(),
  /** Tax ids that are presumed or proven. */
  suspects: z.int(),
  importedAt: instant,
});
export type TaxpayerListCut = z.output<typeof cut>;

export const getTaxpayerList = route({
  method: 'GET',
  path: '/api/lender/taxpayer-list',
  summary: 'Returns the cut of the list of article 69-B in use; null before the first.',
  audience: 'operator',
  roles: ['riesgo', 'soporte', 'auditor'],
  rate: 'read',
  idempotency: 'none',
  response: z.strictObject({ data: cut.nullable() }),
  errors: [],
});

export const uploadTaxpayerList = route({
  method: 'PUT',
  path: '/api/lender/taxpayer-list',
  summary: 'Takes in a file of the list of article 69-B, unless it is incomplete or older than the one in use.',
  audience: 'operator',
  roles: ['riesgo'],
  rate: 'upload',
  idempotency: 'none',
  consumes: 'application/octet-stream',
  maxBytes: 16 * 1024 * 1024,
  response: z.strictObject({ data: cut }),
  errors: ['LIST_UNREADABLE', 'LIST_INCOMPLETE', 'LIST_OLDER'],
});
