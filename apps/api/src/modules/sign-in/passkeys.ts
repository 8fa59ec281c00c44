/** Passkeys (WebAuthn) of operators and of people of clients: challenges, and what a browser answers to them. */
import type { NewPasskeyOptions, Passkey, PasskeyOptions } from '@anticipa/contract/passkeys';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Config } from '../../platform/config/config.ts';
import { rowsOf } from '../../platform/db/rows.ts';
import type { Principal, WideWork } from '../../platform/work/work.ts';
import { brandOf } from '../brand/queries.ts';
import { type Holder, lockFactors, noteFactor, setFactors, tablesOf } from './holder.ts';

/** EdDSA, ES256 and RS256, of which every authenticator has one. */
const ALGORITHMS = [-8, -7, -257];
const CHALLENGE_MS = 5 * 60_000;

/** Loaded by the first use: 8 MB, and most processes never use it. */
const webAuthn = () => import('@simplewebauthn/server');

type Site = Pick<Config, 'baseUrl'>;

/** Passkeys belong to the host of the portal. */
const hostOf = ({ baseUrl }: Site): string => new URL(baseUrl).hostname;

const storedPasskey = z.object({
  credential_id: z.string(),
  public_key: z.instanceof(Buffer),
  counter: z.string(),
  created_at: z.date(),
  last_used_at: z.date().nullable(),
});

const passkeysOf = ({ db }: WideWork, holder: Holder) => {
  const { passkeys, id } = tablesOf(holder);
  return rowsOf(db, storedPasskey)`
    select credential_id, public_key, counter::text, created_at, last_used_at from ${passkeys}
    where ${id} = ${holder.id} order by created_at`;
};

const descriptorOf = ({ credential_id: id }: { readonly credential_id: string }) => ({
  id,
  type: 'public-key' as const,
});

export const hasPasskey = async (work: WideWork, holder: Holder): Promise<boolean> =>
  (await passkeysOf(work, holder)).length > 0;

/** The holder's passkeys, oldest first. */
export async function ownPasskeys(work: WideWork, holder: Holder) {
  const rows = await passkeysOf(work, holder);
  return rows.map(({ credential_id: id, created_at, last_used_at }) => ({
    id,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at?.toISOString() ?? null,
  }));
}

/** Keeps the challenge that the next passkey must sign, in place of an earlier one. */
const keepChallenge = (work: WideWork, holder: Holder, challenge: string): Promise<void> =>
  setFactors(work, holder, {
    passkey_challenge: challenge,
    passkey_until: new Date(work.at.getTime() + CHALLENGE_MS),
  });

/** The challenge, which works once; null after its time. One may be signed by a known passkey and by a new one. */
export async function takeChallenge(work: WideWork, holder: Holder): Promise<string | null> {
  const { challenge, until } = await lockFactors(work, holder);
  await setFactors(work, holder, { passkey_challenge: null, passkey_until: null });
  return until !== null && until > work.at ? challenge : null;
}

/** Options for a browser to make a passkey, and to prove a known one, if any, by the same challenge. */
export async function changeOptions(work: WideWork, site: Site, owner: Holder) {
  const passkey = await creationOptions(work, site, owner);
  const allowCredentials = passkey.excludeCredentials;
  const { challenge } = passkey;
  const proof: PasskeyOptions = { challenge, rpId: hostOf(site), allowCredentials, userVerification: 'preferred' };
  return { passkey, proof: allowCredentials.length === 0 ? null : proof };
}

/** Options for a browser to make a passkey. */
export async function creationOptions(work: WideWork, site: Site, holder: Holder): Promise<NewPasskeyOptions> {
  const { id, email } = holder;
  const known = await passkeysOf(work, holder);
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
  await keepChallenge(work, holder, challenge);
  return {
    challenge,
    rp: { name, id: hostOf(site) },
    user,
    pubKeyCredParams,
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  };
}

/** Options for a browser to use a passkey of the holder. */
export async function requestOptions(work: WideWork, site: Site, holder: Holder): Promise<Outcome<PasskeyOptions>> {
  const known = await passkeysOf(work, holder);
  if (known.length === 0) return refuse('NO_PASSKEY');
  const { generateAuthenticationOptions } = await webAuthn();
  const { challenge } = await generateAuthenticationOptions({ rpID: hostOf(site) });
  await keepChallenge(work, holder, challenge);
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

/** A passkey of a holder, and the challenge that it must have signed; null if none is open. */
interface Signed {
  readonly holder: Holder;
  readonly passkey: Passkey;
  readonly challenge: string | null;
}

/** Whether a passkey of the holder has signed the challenge; the use is recorded. */
export async function isPasskeyRight(
  work: WideWork,
  site: Site,
  { holder, passkey, challenge: expectedChallenge }: Signed,
): Promise<boolean> {
  const { authenticatorData, signature, clientDataJSON, userHandle } = passkey.response;
  const known = (await passkeysOf(work, holder)).find((one) => one.credential_id === passkey.id);
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
  await sql`update ${tablesOf(holder).passkeys} set counter = ${answer.authenticationInfo.newCounter}, last_used_at = ${work.at}
    where credential_id = ${known.credential_id}`.execute(work.db);
  return true;
}

/** Stores a new passkey that has signed the challenge; false if it has not, or is known. */
export async function storePasskey(
  work: WideWork<Principal>,
  site: Site,
  { holder, passkey, challenge: expectedChallenge }: Signed,
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
  const { passkeys, id: owner } = tablesOf(holder);
  const stored = await sql`insert into ${passkeys} (${owner}, credential_id, public_key, counter, created_at)
    values (${holder.id}, ${id}, ${Buffer.from(publicKey)}, ${counter}, ${work.at})
    on conflict do nothing returning credential_id`.execute(work.db);
  if (stored.rows.length === 0) return false;
  await noteFactor(work, holder, 'passkey.added');
  return true;
}

/** Removes a passkey of the holder, who must keep a second factor. */
export async function dropPasskey(
  work: WideWork<Principal>,
  holder: Holder,
  credentialId: string,
): Promise<Outcome<{ readonly isDropped: boolean }>> {
  const { secret } = await lockFactors(work, holder);
  const known = await passkeysOf(work, holder);
  if (!known.some((one) => one.credential_id === credentialId)) return done({ isDropped: false });
  if (secret === null && known.length === 1) return refuse('LAST_SECOND_FACTOR');
  await sql`delete from ${tablesOf(holder).passkeys} where credential_id = ${credentialId}`.execute(work.db);
  await noteFactor(work, holder, 'passkey.removed');
  return done({ isDropped: true });
}
