/** The authenticator app of a person who signs in with a passkey. */
import { z } from 'zod';
import { proofErrors, secondFactorProof } from './passkeys.ts';
import { route } from './route.ts';
import { line } from './wire.ts';

const own = { audience: 'session' } as const;
const state = z.strictObject({ hasApp: z.boolean() });

export const getAuthenticator = route({
  ...own,
  method: 'GET',
  path: '/api/secondFactor/app',
  summary: 'Whether the person has an authenticator app.',
  response: state,
});

export const beginAuthenticator = route({
  ...own,
  method: 'POST',
  path: '/api/secondFactor/app/secret',
  summary: 'Makes the secret for an authenticator app, in place of an unused one.',
  body: z.strictObject({}),
  response: z.strictObject({ secret: z.string(), uri: z.string() }),
  errors: ['NO_SECOND_FACTOR_DUE'],
});

export const addAuthenticator = route({
  ...own,
  method: 'POST',
  path: '/api/secondFactor/app',
  summary: 'Adds the authenticator app that shows the code of the secret, by a second factor that the person has.',
  body: z.strictObject({ code: line.max(20), proof: secondFactorProof }),
  response: state,
  errors: ['AUTHENTICATOR_REFUSED', ...proofErrors],
});
