/** Passkeys, in the JSON of WebAuthn. */
import { z } from 'zod';
import { route } from './route.ts';
import { instant, line } from './wire.ts';

const bytes = z.string().regex(/^[A-Za-z0-9_-]+$/);
const credentialId = bytes.max(1400);

/** A credential as the browser sends it: `attestationObject` when it is made, `signature` when it is used. */
export const passkey = z.strictObject({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON: bytes,
    attestationObject: bytes.optional(),
    authenticatorData: bytes.optional(),
    signature: bytes.optional(),
    userHandle: z.string().max(200).optional(),
  }),
});
export type Passkey = z.output<typeof passkey>;

const known = z.array(z.strictObject({ id: credentialId, type: z.literal('public-key') }));
const challenge = z.string();

/** The options of `navigator.credentials.create`. */
export const newPasskeyOptions = z.strictObject({
  challenge,
  rp: z.strictObject({ name: z.string(), id: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.strictObject({ alg: z.int(), type: z.literal('public-key') })),
  excludeCredentials: known,
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('discouraged'),
    userVerification: z.literal('preferred'),
  }),
});
export type NewPasskeyOptions = z.output<typeof newPasskeyOptions>;

/** The options of `navigator.credentials.get`. */
export const passkeyOptions = z.strictObject({
  challenge,
  rpId: z.string(),
  allowCredentials: known,
  userVerification: z.literal('preferred'),
});
export type PasskeyOptions = z.output<typeof passkeyOptions>;

/** A second factor that the person already has: a code of the app or a recovery code, or a passkey. */
export const secondFactorProof = z.union([z.strictObject({ code: line.max(100) }), z.strictObject({ passkey })]);
export type SecondFactorProof = z.output<typeof secondFactorProof>;

/** Errors that answer a wrong proof. */
export const proofErrors = ['WRONG_CODE', 'PASSKEY_REFUSED'] as const;

const listed = z.strictObject({ id: credentialId, createdAt: instant, lastUsedAt: instant.nullable() });
const list = z.strictObject({ data: z.array(listed) });
const own = { audience: 'session' } as const;

export const listPasskeys = route({
  ...own,
  method: 'GET',
  path: '/api/secondFactor/passkeys',
  summary: 'Lists the person’s own passkeys.',
  response: list,
});

export const beginPasskey = route({
  ...own,
  method: 'POST',
  path: '/api/secondFactor/passkeys/challenge',
  summary: 'Makes the challenge for another passkey, and for the passkey that proves a change of the second factor.',
  body: z.strictObject({}),
  response: z.strictObject({ passkey: newPasskeyOptions, proof: passkeyOptions.nullable() }),
});

export const addPasskey = route({
  ...own,
  method: 'POST',
  path: '/api/secondFactor/passkeys',
  summary: 'Adds a passkey that has signed the challenge, by a second factor that the person has.',
  body: z.strictObject({ passkey, proof: secondFactorProof }),
  response: list,
  errors: [...proofErrors],
});

export const removePasskey = route({
  ...own,
  method: 'POST',
  path: '/api/secondFactor/passkeys/remove',
  summary: 'Removes a passkey by a second factor that the person has, except the only one.',
  body: z.strictObject({ id: credentialId, proof: secondFactorProof }),
  response: list,
  errors: ['LAST_SECOND_FACTOR', ...proofErrors],
});
