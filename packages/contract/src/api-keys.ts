/** Keys by which programs of a client call the portal. Administrators make and revoke them. */
import { isNetwork, keyModes, keyScopes, keyStates } from '@anticipa/domain/api-key';
import { z } from 'zod';
import { clientRead, route } from './route.ts';
import { date, id, instant, line, text } from './wire.ts';

export const keyScope = z.enum(keyScopes);
export const keyMode = z.enum(keyModes);

export const apiKey = z.strictObject({
  keyId: id,
  name: text,
  /** The first characters of the key, by which it is told apart. */
  prefix: text,
  mode: keyMode,
  scopes: z.array(keyScope),
  /** Networks from which it may be used; none: from anywhere. */
  addresses: z.array(text),
  /** The person in whose name the program acts. */
  ownerName: text,
  state: z.enum(keyStates),
  createdAt: instant,
  expiresAt: instant.nullable(),
  lastUsedAt: instant.nullable(),
  lastUsedAddress: text.nullable(),
  revokedAt: instant.nullable(),
});
export type ApiKey = z.output<typeof apiKey>;

export const listApiKeys = clientRead({
  path: '/api/client/apiKeys',
  summary: 'Lists the client’s keys for programs, newest first. Administrators only.',
  response: z.strictObject({ today: date, data: z.array(apiKey) }),
  errors: ['NOT_ALLOWED'],
});

/** An address or a network in CIDR notation. */
const network = z.string().max(50).refine(isNetwork);

/** The key is answered once: the server keeps only its hash, and so no answer is kept for a retry. */
export const createApiKey = route({
  method: 'POST',
  path: '/api/client/apiKeys',
  summary: 'Makes a key for a program of the client, in the name of the administrator who makes it.',
  right: 'consult',
  audience: 'client',
  body: z.strictObject({
    name: line.trim().min(1).max(60),
    scopes: z.array(keyScope).min(1),
    /** `live` unless it is given. */
    mode: keyMode.optional(),
    addresses: z.array(network).max(20).optional(),
    /** The last day on which it can be used; without one it does not expire. */
    expiresOn: date.nullable().optional(),
  }),
  response: z.strictObject({ token: z.string(), key: apiKey }),
  errors: ['NOT_ALLOWED', 'KEY_EXPIRY_PAST', 'KEY_LIMIT_REACHED', 'FRESH_FACTOR_NEEDED'],
});

export const revokeApiKey = route({
  method: 'POST',
  path: '/api/client/apiKeys/:keyId/revoke',
  summary: 'Ends a key at once. Administrators only; a key that has ended stays as it is.',
  right: 'consult',
  audience: 'client',
  params: z.strictObject({ keyId: id }),
  body: z.strictObject({}).optional(),
  response: z.strictObject({ key: apiKey }),
  errors: ['NOT_ALLOWED'],
});
