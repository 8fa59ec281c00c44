import { listedSituations } from '@anticipa/domain/listed-taxpayer';
import { z } from 'zod';
import { deskRead, route } from './route.ts';
import { date, id, instant, text } from './wire.ts';

/** The last cut that was taken in. */
const cut = z.strictObject({
  /** The date of the list's legend. */
  cutOn: date,
  rows: z.int(),
  /** Number of tax ids. */
  situations: z.strictObject({
    definitivo: z.int(),
    presunto: z.int(),
    desvirtuado: z.int(),
    'sentencia-favorable': z.int(),
  }),
  importedAt: instant,
  /** Address of the operator who uploaded it; null if it was downloaded. */
  importedBy: text.nullable(),
});
export type TaxpayerListCut = z.output<typeof cut>;

/** A client or a receiver of the lender's that is on the list. */
export const metTaxpayer = z.strictObject({
  rfc: text,
  /** Name on the list. */
  name: text,
  situation: z.enum(listedSituations),
  /** Null for a receiver. */
  clientId: id.nullable(),
  /** Its unsettled invoices. */
  invoices: z.int(),
});
export type MetTaxpayer = z.output<typeof metTaxpayer>;

export const getTaxpayerList = deskRead({
  path: '/api/lender/taxpayer-list',
  summary: 'Returns the cut of the list of article 69-B in use, null before the first, and who of ours is on it.',
  roles: ['riesgo', 'soporte', 'auditor'],
  response: z.strictObject({ data: z.strictObject({ cut: cut.nullable(), met: z.array(metTaxpayer) }) }),
});

export const uploadTaxpayerList = route({
  method: 'PUT',
  path: '/api/lender/taxpayer-list',
  summary: 'Takes in a file of the list of article 69-B, unless it is incomplete or older than the one in use.',
  audience: 'operator',
  roles: ['riesgo'],
  rate: 'upload',
  consumes: 'application/octet-stream',
  maxBytes: 16 * 1024 * 1024,
  response: z.strictObject({ data: cut }),
  errors: ['LIST_UNREADABLE', 'LIST_INCOMPLETE', 'LIST_OLDER'],
});
