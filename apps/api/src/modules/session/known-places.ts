/** Addresses and browsers from which an account has signed in. Strangers cannot lock an account out of them. */
import { createHmac } from 'node:crypto';
import type { Config } from '../../platform/config/config.ts';
import { subscriberOf } from '../../platform/http/device.ts';
import { newToken, tokenHash } from '../../platform/work/caller.ts';
import type { WideWork } from '../../platform/work/work.ts';

/** Days after the last success; attempts are deleted after as many. */
export const KNOWN_DAYS = 90;

const nameOf = (email: string, key: string): string =>
  createHmac('sha256', key).update(`sign-in:${email}`).digest('base64url');

/**
 * The name under which attempts at an account are kept, by its normalised e-mail. A keyed hash, because people also type
 * passwords into the field of the e-mail.
 */
export const attemptsOf = (email: string, { secondFactorKey }: Pick<Config, 'secondFactorKey'>): string =>
  nameOf(email, secondFactorKey);

/** The names under which attempts are found: also that of the other key, while the key is being replaced. */
export const attemptNames = (
  email: string,
  { secondFactorKey, secondFactorOtherKey }: Pick<Config, 'secondFactorKey' | 'secondFactorOtherKey'>,
): readonly string[] =>
  [secondFactorKey, ...(secondFactorOtherKey === undefined ? [] : [secondFactorOtherKey])].map((key) =>
    nameOf(email, key),
  );

/** Origin of an attempt. */
export interface Place {
  /** The unit of rate limits. */
  readonly address: string;
  /** Hash of the browser's device cookie, if it sent one. */
  readonly device: Buffer | null;
}

export const placeOf = (address: string, deviceCookie: string | null): Place => ({
  address: subscriberOf(address),
  device: deviceCookie === null ? null : tokenHash(deviceCookie),
});

export async function noteAttempt(
  { db, at }: WideWork,
  account: string,
  { address, device }: Place,
  succeeded: boolean,
): Promise<void> {
  await db.insertInto('login_attempts').values({ account, address, device, attempted_at: at, succeeded }).execute();
}

/**
 * Makes the caller's address and browser known to an account. Returns the value for its device cookie, a new one each time, so
 * that a cookie planted by someone else never becomes known.
 */
export async function rememberPlace(work: WideWork, account: string, address: string): Promise<string> {
  const deviceCookie = newToken();
  await noteAttempt(work, account, placeOf(address, deviceCookie), true);
  return deviceCookie;
}
