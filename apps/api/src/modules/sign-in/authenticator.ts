/** The authenticator app of an operator or of a person of clients. */
import { randomBytes } from 'node:crypto';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import type { Principal, WideWork } from '../../platform/work/work.ts';
import { brandOf } from '../brand/queries.ts';
import { type Holder, lockFactors, noteFactor, setFactors } from './holder.ts';
import { type SecondFactorKeys, sealed, unsealed } from './sealed-secret.ts';
import { base32, stepOfCode } from './totp.ts';

const SECRET_BYTES = 20;

/** Data that an authenticator app needs. */
export interface AppSecret {
  readonly secret: string;
  readonly uri: string;
}

export const hasAuthenticator = async (work: WideWork, holder: Holder): Promise<boolean> =>
  (await lockFactors(work, holder)).secret !== null;

/** The address that an authenticator app scans; it lists the codes under the lender's name. A colon would end the name. */
function appUri(brand: string, email: string, secret: string): string {
  const issuer = encodeURIComponent(brand.replaceAll(':', ' '));
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${secret}&issuer=${issuer}`;
}

/** Makes a secret, which counts once a code of it was used. */
export async function beginApp(work: WideWork, keys: SecondFactorKeys, holder: Holder): Promise<Outcome<AppSecret>> {
  if (await hasAuthenticator(work, holder)) return refuse('NO_SECOND_FACTOR_DUE');
  const pending = randomBytes(SECRET_BYTES);
  await setFactors(work, holder, { totp_pending: sealed(pending, holder.id, keys) });
  const secret = base32(pending);
  return done({ secret, uri: appUri((await brandOf(work)).name, holder.email, secret) });
}

/** Makes the pending secret the holder's own, if the code is of it. Recovery codes and passkeys stay. */
export async function addApp(
  work: WideWork<Principal>,
  keys: SecondFactorKeys,
  { holder, code }: { readonly holder: Holder; readonly code: string },
): Promise<Outcome<{ readonly hasApp: boolean }>> {
  const { secret, pending } = await lockFactors(work, holder);
  const key = secret === null && pending !== null ? unsealed(pending, holder.id, keys) : null;
  const step = key === null ? null : stepOfCode(key, code.replace(/\s/g, ''), work.at, null);
  if (step === null) return refuse('AUTHENTICATOR_REFUSED');
  await setFactors(work, holder, { totp_secret: pending, totp_pending: null, totp_step: String(step) });
  await noteFactor(work, holder, 'second-factor.enrolled');
  return done({ hasApp: true });
}
