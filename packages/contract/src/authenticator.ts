/** The authenticator app of an operator who signs in with a passkey. */
import { operatorRoles } from '@anticipa/domain/operator';
import { z } from 'zod';
import { proofErrors, secondFactorProof } from './passkeys.ts';
import { route } from './route.ts';
import { line } from './wire.ts';

const own = { audience: 'operator', roles: operatorRoles } as const;
const state = z.strictObject({ hasApp: z.boolean() });

export const getAuthenticator = route({
  ...own,
  method: 'GET',
  path: '/api/lender/authenticator',
  summary: 'Whether the operator has an authenticator app.',
  response: state,
});

export const beginAuthenticator = route({
  ...own,
  method: 'POST',
  path: '/api/lender/authenticator/secret',
  summary: 'Makes the secret for an authenticator app, in place of an unused one.',
  body: z.strictObject({}),
  response: z.strictObject({ secret: z.string(), uri: z.string() }),
  errors: ['NO_SECOND_FACTOR_DUE'],
});

export const addAuthenticator = route({
  ...own,
  method: 'POST',
  path: '/api/lender/authenticator',
  summary: 'Adds the authenticator app that shows the code of the secret, by a second factor that the operator has.',
  body: z.strictObject({ code: line.max(20), proof: secondFactorProof }),
  response: state,
  errors: ['AUTHENTICATOR_REFUSED', ...proofErrors],
});
