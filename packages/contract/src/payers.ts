import { isClabe } from '@anticipa/domain/clabe';
import { z } from 'zod';
import { route } from './route.ts';
import { rfc, text } from './wire.ts';

const costCentre = z.strictObject({
  /** Of the payer; of the client itself in the main entry. */
  rfcPayer: rfc,
  stpName: text,
  clabe: z.string().refine(isClabe),
  active: z.boolean(),
  isMain: z.boolean(),
  stpCompany: text,
  /** The client's own. */
  rfc,
});
export type CostCentre = z.output<typeof costCentre>;

export const listPayers = route({
  method: 'GET',
  path: '/api/payers/:rfc',
  summary: 'Lists the client’s payers with the CLABE each pays to, the main entry first.',
  audience: 'client',
  rate: 'read',
  idempotency: 'none',
  params: z.strictObject({ rfc }),
  // Without a payment-order company the feature is not activated for the client.
  response: z.strictObject({ stpCompany: text.nullable(), data: z.array(costCentre) }),
  errors: [],
});
