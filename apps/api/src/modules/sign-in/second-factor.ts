/** The second factor of operators and of people of clients: a passkey, codes of an authenticator app, or one of ten recovery codes. */
import { randomBytes } from 'node:crypto';
import type { NewPasskeyOptions, Passkey } from '@anticipa/contract/passkeys';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { normaliseEmail } from '@anticipa/domain/user';
import { sql } from 'kysely';
import type { Config } from '../../platform/config/config.ts';
import { tokenHash } from '../../platform/work/caller.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { attemptNames, noteAttempt, type Place } from '../session/known-places.ts';
import { type AppSecret, beginApp } from './authenticator.ts';
import { type Holder, lockFactors, noteFactor, setFactors, tablesOf, tellOfFactor } from './holder.ts';
import { creationOptions, hasPasskey, isPasskeyRight, storePasskey } from './passkeys.ts';
import { attemptPeriod, mayTryCode } from './policy.ts';
import { failedAttempts } from './queries.ts';
import { type SecondFactorKeys, unsealed } from './sealed-secret.ts';
import { base32, stepOfCode } from './totp.ts';

const RECOVERY_CODES = 10;
/** Sixteen characters. */
const RECOVERY_BYTES = 10;

/** Data for an authenticator app, and for a browser that makes a passkey. */
export interface Enrolment extends AppSecret {
  readonly passkey: NewPasskeyOptions;
}

/** Before the sign-in nobody is an actor yet. */
const actingAlone = (work: WideWork): WideWork<{ readonly kind: 'system' }> => ({ ...work, actor: { kind: 'system' } });

/** Attempts with codes are counted apart: each comes after a right password. No hash of an e-mail has a colon. */
const attemptsOf = ({ id }: Holder): string => `Second-factor:${id}`;

/** Strips the separators of a printed code. */
const bare = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

const printed = (code: string): string => (code.match(/.{4}/g) ?? []).join('-');

/** Makes the secret and the challenge of a person without a second factor; one of them counts once it was used. */
export async function beginEnrolment(
  work: WideWork,
  config: Omit<FactorSettings, 'production'>,
  holder: Holder,
): Promise<Outcome<Enrolment>> {
  if (await hasPasskey(work, holder)) return refuse('NO_SECOND_FACTOR_DUE');
  const begun = await beginApp(work, config, holder);
  if (!begun.ok) return begun;
  return done({ ...begun.value, passkey: await creationOptions(work, config, holder) });
}

interface Proof {
  /** New ones, of somebody who has just enrolled; otherwise empty. */
  readonly recoveryCodes: string[];
  /** False for a person without a factor, of whom none is asked. */
  readonly isProven: boolean;
}

const PROVEN: Proof = { recoveryCodes: [], isProven: true };
const NOT_ASKED: Proof = { recoveryCodes: [], isProven: false };

export type FactorSettings = SecondFactorKeys & Pick<Config, 'production' | 'baseUrl'>;

interface Tried {
  readonly holder: Holder;
  readonly code: string | undefined;
  readonly passkey: Passkey | undefined;
  /** Challenge that the passkey must have signed. */
  readonly challenge: string | null;
  readonly place: Place;
  /** Whether a new factor is enrolled for a person without one: at the sign-in only, and for some it must be. */
  readonly enrolment: 'never' | 'wanted' | 'due';
}

/** The code of a demo's operator, never in production. */
const demoCodeOf = async ({ db }: WideWork, holder: Holder, { production }: FactorSettings): Promise<string | null> => {
  if (production || holder.kind === 'account') return null;
  const row = await db
    .selectFrom('operators')
    .select('demo_code')
    .where('operator_id', '=', holder.id)
    .executeTakeFirst();
  return row?.demo_code ?? null;
};

/**
 * Proves the second factor of a person whose password or session is proven. Locks the person until the transaction
 * ends, so that of concurrent uses of a code one wins. Commit also a refusal: it counts against guessing.
 */
export async function proveSecondFactor(
  work: WideWork,
  config: FactorSettings,
  { holder, code, passkey, challenge, place, enrolment }: Tried,
): Promise<Outcome<Proof>> {
  const { at } = work;
  const { secret, pending, step: usedStep } = await lockFactors(work, holder);
  const demoCode = await demoCodeOf(work, holder, config);
  const isEnrolled = secret !== null || (await hasPasskey(work, holder));
  // The one who need not enrol has begun to only if a secret waits, which is made together with the passkey's challenge.
  if (enrolment === 'wanted' && !isEnrolled && (pending === null || (code === undefined && passkey === undefined)))
    return done(NOT_ASKED);
  if (code === undefined && passkey === undefined)
    return refuse(isEnrolled || demoCode ? 'SECOND_FACTOR_NEEDED' : 'SECOND_FACTOR_MISSING');
  const typed = bare(code ?? '');
  if (code !== undefined && typed === demoCode) return done(PROVEN);
  if (!isEnrolled && enrolment === 'never') return refuse(code === undefined ? 'PASSKEY_REFUSED' : 'WRONG_CODE');

  const account = attemptsOf(holder);
  const failed = await failedAttempts(work, [account], place, attemptPeriod(at));
  const ofPassword = await failedAttempts(
    work,
    attemptNames(normaliseEmail(holder.email), config),
    place,
    attemptPeriod(at),
  );
  if (!mayTryCode({ ...failed, isKnownDevice: ofPassword.isKnownDevice }, at)) return refuse('TOO_MANY_REQUESTS');
  await noteAttempt(work, account, place, false);
  if (passkey !== undefined) {
    const tried = { holder, passkey, challenge };
    const isRight = isEnrolled
      ? await isPasskeyRight(work, config, tried)
      : await storePasskey(actingAlone(work), config, tried);
    if (!isRight) return refuse('PASSKEY_REFUSED');
    await noteAttempt(work, account, place, true);
    return done(isEnrolled ? PROVEN : { ...PROVEN, recoveryCodes: await enrol(work, holder, null) });
  }
  // A passkey makes a pending secret obsolete.
  const stored = isEnrolled ? secret : pending;
  const key = stored && unsealed(stored, holder.id, config);
  const lastUsed = usedStep === null ? null : Number(usedStep);
  const step = key === null ? null : stepOfCode(key, typed, at, lastUsed);
  if (step === null && !(isEnrolled && (await useRecoveryCode(work, holder, typed)))) return refuse('WRONG_CODE');
  await noteAttempt(work, account, place, true);
  if (step !== null) await setFactors(work, holder, { totp_step: String(step) });
  return done(isEnrolled ? PROVEN : { ...PROVEN, recoveryCodes: await enrol(work, holder, pending) });
}

async function useRecoveryCode(work: WideWork, holder: Holder, code: string): Promise<boolean> {
  const { codes, id } = tablesOf(holder);
  const used = await sql`delete from ${codes} where ${id} = ${holder.id} and code_hash = ${tokenHash(code)}
    returning ${id}`.execute(work.db);
  if (used.rows.length === 0) return false;
  await noteFactor(actingAlone(work), holder, 'second-factor.recovered');
  await tellOfFactor(actingAlone(work), holder, 'recovery-code-used');
  return true;
}

/** Makes the proven secret, if any, the person's own. Returns new recovery codes, which are stored as SHA-256 only. */
async function enrol(work: WideWork, holder: Holder, secret: Buffer | null): Promise<string[]> {
  const fresh = Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(RECOVERY_BYTES)));
  await setFactors(work, holder, { totp_secret: secret, totp_pending: null });
  const { codes, id } = tablesOf(holder);
  await sql`insert into ${codes} (${id}, code_hash)
    select ${holder.id}::uuid, unnest(${fresh.map(tokenHash)}::bytea[])`.execute(work.db);
  await noteFactor(actingAlone(work), holder, 'second-factor.enrolled');
  await tellOfFactor(actingAlone(work), holder, 'second-factor-enrolled');
  return fresh.map(printed);
}
