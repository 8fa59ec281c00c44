import { isClabe } from '@anticipa/domain/clabe';
import { z } from 'zod';
import { route } from './route.ts';
import { id, rfc, text, typedName, typedRfc } from './wire.ts';

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

/** The payer is a receiver of the client. `stpName` defaults to its name; a payer that has a CLABE keeps it. */
export const createCostCentre = route({
  method: 'POST',
  path: '/api/payers',
  summary: 'Gives a payer of the client its own CLABE.',
  audience: 'client',
  rate: 'write',
  idempotency: 'accepted',
  body: z.strictObject({
    stpCompany: text.optional(),
    rfcPayer: typedRfc,
    stpName: typedName.optional(),
    clientId: id.optional(),
  }),
  response: z.strictObject({ data: costCentre }),
  errors: [
    'RFC_REQUIRED',
    'RFC_FOREIGN',
    'RFC_TOO_SHORT',
    'RFC_TOO_LONG',
    'RFC_INVALID',
    'PAYER_REJECTED',
    'PAYERS_NOT_ACTIVATED',
    'DAILY_LIMIT_REACHED',
  ],
});
