/** Passkeys of operators (WebAuthn): challenges, and what a browser answers to them. */
import type { NewPasskeyOptions, Passkey, PasskeyOptions } from '@anticipa/contract/passkeys';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import type { Config } from '../../platform/config/config.ts';
import type { OperatorActor } from '../../platform/work/caller.ts';
import type { Principal, WideWork } from '../../platform/work/work.ts';
import { brandOf } from '../brand/queries.ts';
import { writeAudit } from '../log/audit.ts';

/** EdDSA, ES256 and RS256, of which every authenticator has one. */
const ALGORITHMS = [-8, -7, -257];
const CHALLENGE_MS = 5 * 60_000;

/** Loaded by the first use: 8 MB, and most processes never use it. */
const webAuthn = () => import('@simplewebauthn/server');

type Site = Pick<Config, 'baseUrl'>;

/** Passkeys belong to the host of the portal. */
const hostOf = ({ baseUrl }: Site): string => new URL(baseUrl).hostname;

const passkeysOf = ({ db }: WideWork, operatorId: string) =>
  db.selectFrom('operator_passkeys').selectAll().where('operator_id', '=', operatorId).orderBy('created_at').execute();

const descriptorOf = ({ credential_id: id }: { readonly credential_id: string }) => ({
  id,
  type: 'public-key' as const,
});

export const hasPasskey = async (work: WideWork, operatorId: string): Promise<boolean> =>
  (await passkeysOf(work, operatorId)).length > 0;

/** The operator's passkeys, oldest first. */
export async function ownPasskeys(work: WideWork, operatorId: string) {
  const rows = await passkeysOf(work, operatorId);
  return rows.map(({ credential_id: id, created_at, last_used_at }) => ({
    id,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at?.toISOString() ?? null,
  }));
}

/** Keeps the challenge that the next passkey must sign, in place of an earlier one. */
async function keepChallenge({ db, at }: WideWork, operatorId: string, challenge: string): Promise<void> {
  await db
    .updateTable('operators')
    .set({ passkey_challenge: challenge, passkey_until: new Date(at.getTime() + CHALLENGE_MS) })
    .where('operator_id', '=', operatorId)
    .execute();
}

/** The challenge, which works once; null after its time. One may be signed by a known passkey and by a new one. */
export async function takeChallenge({ db, at }: WideWork, operatorId: string): Promise<string | null> {
  const row = await db
    .selectFrom('operators')
    .select(['passkey_challenge', 'passkey_until'])
    .where('operator_id', '=', operatorId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await db
    .updateTable('operators')
    .set({ passkey_challenge: null, passkey_until: null })
    .where('operator_id', '=', operatorId)
    .execute();
  return row.passkey_until !== null && row.passkey_until > at ? row.passkey_challenge : null;
}

interface Owner {
  readonly id: string;
  readonly email: string;
}

/** Options for a browser to make a passkey, and to prove a known one, if any, by the same challenge. */
export async function changeOptions(work: WideWork, site: Site, owner: Owner) {
  const passkey = await creationOptions(work, site, owner);
  const allowCredentials = passkey.excludeCredentials;
  const { challenge } = passkey;
  const proof: PasskeyOptions = { challenge, rpId: hostOf(site), allowCredentials, userVerification: 'preferred' };
  return { passkey, proof: allowCredentials.length === 0 ? null : proof };
}

/** Options for a browser to make a passkey. */
export async function creationOptions(work: WideWork, site: Site, { id, email }: Owner): Promise<NewPasskeyOptions> {
  const known = await passkeysOf(work, id);
  // Browsers show the lender's name.
  const { name } = await brandOf(work);
  const { generateRegistrationOptions } = await webAuthn();
  const { challenge, user, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: name,
    rpID: hostOf(site),
    userName: email,
    userID: new Uint8Array(Buffer.from(id)),
    supportedAlgorithmIDs: ALGORITHMS,
  });
  await keepChallenge(work, id, challenge);
  return {
    challenge,
    rp: { name, id: hostOf(site) },
    user,
    pubKeyCredParams,
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  };
}

/** Options for a browser to use a passkey of the operator. */
export async function requestOptions(work: WideWork, site: Site, id: string): Promise<Outcome<PasskeyOptions>> {
  const known = await passkeysOf(work, id);
  if (known.length === 0) return refuse('NO_PASSKEY');
  const { generateAuthenticationOptions } = await webAuthn();
  const { challenge } = await generateAuthenticationOptions({ rpID: hostOf(site) });
  await keepChallenge(work, id, challenge);
  const allowCredentials = known.map(descriptorOf);
  return done({ challenge, rpId: hostOf(site), allowCredentials, userVerification: 'preferred' });
}

const credentialOf = ({ id, rawId, type }: Passkey) => ({ id, rawId, type, clientExtensionResults: {} });

/** Values in which every answer must agree with the site. */
const expectationsOf = (site: Site) => ({
  expectedOrigin: new URL(site.baseUrl).origin,
  expectedRPID: hostOf(site),
  // The password is the first factor.
  requireUserVerification: false,
});

/** A passkey of an operator, and the challenge that it must have signed; null if none is open. */
interface Signed {
  readonly operatorId: string;
  readonly passkey: Passkey;
  readonly challenge: string | null;
}

/** Whether a passkey of the operator has signed the challenge; the use is recorded. */
export async function isPasskeyRight(
  work: WideWork,
  site: Site,
  { operatorId, passkey, challenge: expectedChallenge }: Signed,
): Promise<boolean> {
  const { authenticatorData, signature, clientDataJSON, userHandle } = passkey.response;
  const known = (await passkeysOf(work, operatorId)).find((one) => one.credential_id === passkey.id);
  if (known === undefined || expectedChallenge === null || authenticatorData === undefined || signature === undefined)
    return false;
  const { verifyAuthenticationResponse } = await webAuthn();
  const answer = await verifyAuthenticationResponse({
    ...expectationsOf(site),
    expectedChallenge,
    response: {
      ...credentialOf(passkey),
      response: { authenticatorData, signature, clientDataJSON, ...(userHandle && { userHandle }) },
    },
    credential: {
      id: known.credential_id,
      publicKey: new Uint8Array(known.public_key),
      counter: Number(known.counter),
    },
  }).catch(() => null);
  if (answer?.verified !== true) return false;
  await work.db
    .updateTable('operator_passkeys')
    .set({ counter: String(answer.authenticationInfo.newCounter), last_used_at: work.at })
    .where('credential_id', '=', known.credential_id)
    .execute();
  return true;
}

/** Stores a new passkey that has signed the challenge; false if it has not, or is known. */
export async function storePasskey(
  work: WideWork<Principal>,
  site: Site,
  { operatorId, passkey, challenge: expectedChallenge }: Signed,
): Promise<boolean> {
  const { attestationObject, clientDataJSON } = passkey.response;
  if (expectedChallenge === null || attestationObject === undefined) return false;
  const { verifyRegistrationResponse } = await webAuthn();
  const answer = await verifyRegistrationResponse({
    ...expectationsOf(site),
    expectedChallenge,
    response: { ...credentialOf(passkey), response: { attestationObject, clientDataJSON } },
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (answer?.verified !== true) return false;
  const { id, publicKey, counter } = answer.registrationInfo.credential;
  const stored = await work.db
    .insertInto('operator_passkeys')
    .values({
      operator_id: operatorId,
      credential_id: id,
      public_key: Buffer.from(publicKey),
      counter: String(counter),
      created_at: work.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('credential_id')
    .executeTakeFirst();
  if (stored === undefined) return false;
  await writeAudit(work, { action: 'passkey.added', subject: `operator:${operatorId}` });
  return true;
}

/** Removes a passkey of the operator, who must keep a second factor. */
export async function dropPasskey(
  work: WideWork,
  actor: OperatorActor,
  credentialId: string,
): Promise<Outcome<{ readonly isDropped: boolean }>> {
  const { operatorId } = actor;
  const { totp_secret: secret } = await work.db
    .selectFrom('operators')
    .select('totp_secret')
    .where('operator_id', '=', operatorId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const known = await passkeysOf(work, operatorId);
  if (!known.some((one) => one.credential_id === credentialId)) return done({ isDropped: false });
  if (secret === null && known.length === 1) return refuse('LAST_SECOND_FACTOR');
  await work.db.deleteFrom('operator_passkeys').where('credential_id', '=', credentialId).execute();
  await writeAudit({ ...work, actor }, { action: 'passkey.removed', subject: `operator:${operatorId}` });
  return done({ isDropped: true });
}
