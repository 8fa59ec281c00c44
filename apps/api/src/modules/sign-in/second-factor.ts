/** The second factor of operators: a passkey, codes of an authenticator app, or one of ten recovery codes. */
import { randomBytes } from 'node:crypto';
import type { NewPasskeyOptions, Passkey } from '@anticipa/contract/passkeys';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import type { Config } from '../../platform/config/config.ts';
import { tokenHash } from '../../platform/work/caller.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { queueOperatorMail } from '../operators/queue-mail.ts';
import { attemptNames, noteAttempt, type Place } from '../session/known-places.ts';
import { type AppSecret, beginApp } from './authenticator.ts';
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

/** Before its sign-in an operator is not yet an actor. */
const actingAlone = (work: WideWork): WideWork<{ readonly kind: 'system' }> => ({ ...work, actor: { kind: 'system' } });

/** Attempts with codes are counted apart: each comes after a right password. No hash of an e-mail has a colon. */
const accountOf = (operatorId: string): string => `Second-factor:${operatorId}`;

/** Strips the separators of a printed code. */
const bare = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

const printed = (code: string): string => (code.match(/.{4}/g) ?? []).join('-');

/** Makes the secret and the challenge of an operator without a second factor; one of them counts once it was used. */
export async function beginEnrolment(
  work: WideWork,
  config: Omit<FactorSettings, 'production'>,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<Outcome<Enrolment>> {
  if (await hasPasskey(work, id)) return refuse('NO_SECOND_FACTOR_DUE');
  const begun = await beginApp(work, config, { id, email });
  if (!begun.ok) return begun;
  return done({ ...begun.value, passkey: await creationOptions(work, config, { id, email }) });
}

interface Proof {
  /** New ones, of an operator who has just enrolled; otherwise empty. */
  readonly recoveryCodes: string[];
}

const PROVEN: Proof = { recoveryCodes: [] };

export type FactorSettings = SecondFactorKeys & Pick<Config, 'production' | 'baseUrl'>;

interface Tried {
  readonly operatorId: string;
  readonly code: string | undefined;
  readonly passkey: Passkey | undefined;
  /** Challenge that the passkey must have signed. */
  readonly challenge: string | null;
  readonly place: Place;
  /** Whether a new factor is enrolled for an operator without one: at the sign-in only. */
  readonly mayEnrol: boolean;
}

/**
 * Proves the second factor of an operator whose password or session is proven. Locks the operator until the transaction
 * ends, so that of concurrent uses of a code one wins. Commit also a refusal: it counts against guessing.
 */
export async function proveSecondFactor(
  work: WideWork,
  config: FactorSettings,
  { operatorId, code, passkey, challenge, place, mayEnrol }: Tried,
): Promise<Outcome<Proof>> {
  const { db, at } = work;
  const operator = await db
    .selectFrom('operators')
    .select(['email', 'totp_secret', 'totp_pending', 'totp_step', 'demo_code'])
    .where('operator_id', '=', operatorId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { totp_secret: secret, totp_pending: pending } = operator;
  const demoCode = config.production ? null : operator.demo_code;
  const isEnrolled = secret !== null || (await hasPasskey(work, operatorId));
  if (code === undefined && passkey === undefined)
    return refuse(isEnrolled || demoCode ? 'SECOND_FACTOR_NEEDED' : 'SECOND_FACTOR_MISSING');
  const typed = bare(code ?? '');
  if (code !== undefined && typed === demoCode) return done(PROVEN);
  if (!isEnrolled && !mayEnrol) return refuse(code === undefined ? 'PASSKEY_REFUSED' : 'WRONG_CODE');

  const account = accountOf(operatorId);
  const failed = await failedAttempts(work, [account], place, attemptPeriod(at));
  const ofPassword = await failedAttempts(work, attemptNames(operator.email, config), place, attemptPeriod(at));
  if (!mayTryCode({ ...failed, isKnownDevice: ofPassword.isKnownDevice }, at)) return refuse('TOO_MANY_REQUESTS');
  await noteAttempt(work, account, place, false);
  if (passkey !== undefined) {
    const tried = { operatorId, passkey, challenge };
    const isRight = isEnrolled
      ? await isPasskeyRight(work, config, tried)
      : await storePasskey(actingAlone(work), config, tried);
    if (!isRight) return refuse('PASSKEY_REFUSED');
    await noteAttempt(work, account, place, true);
    return done(isEnrolled ? PROVEN : { recoveryCodes: await enrol(work, operatorId, null) });
  }
  // A passkey makes a pending secret obsolete.
  const stored = isEnrolled ? secret : pending;
  const key = stored && unsealed(stored, operatorId, config);
  const lastUsed = operator.totp_step === null ? null : Number(operator.totp_step);
  const step = key === null ? null : stepOfCode(key, typed, at, lastUsed);
  if (step === null && !(isEnrolled && (await useRecoveryCode(work, operatorId, typed)))) return refuse('WRONG_CODE');
  await noteAttempt(work, account, place, true);
  if (step !== null)
    await db
      .updateTable('operators')
      .set({ totp_step: String(step) })
      .where('operator_id', '=', operatorId)
      .execute();
  return done(isEnrolled ? PROVEN : { recoveryCodes: await enrol(work, operatorId, pending) });
}

async function useRecoveryCode(work: WideWork, operatorId: string, code: string): Promise<boolean> {
  const used = await work.db
    .deleteFrom('operator_recovery_codes')
    .where('operator_id', '=', operatorId)
    .where('code_hash', '=', tokenHash(code))
    .returning('operator_id')
    .executeTakeFirst();
  if (used === undefined) return false;
  await writeAudit(actingAlone(work), { action: 'second-factor.recovered', subject: `operator:${operatorId}` });
  await queueOperatorMail(actingAlone(work), operatorId, 'recovery-code-used');
  return true;
}

/** Makes the proven secret, if any, the operator's own. Returns new recovery codes, which are stored as SHA-256 only. */
async function enrol(work: WideWork, operatorId: string, secret: Buffer | null): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(RECOVERY_BYTES)));
  await work.db
    .updateTable('operators')
    .set({ totp_secret: secret, totp_pending: null })
    .where('operator_id', '=', operatorId)
    .execute();
  await work.db
    .insertInto('operator_recovery_codes')
    .values(codes.map((code) => ({ operator_id: operatorId, code_hash: tokenHash(code) })))
    .execute();
  await writeAudit(actingAlone(work), { action: 'second-factor.enrolled', subject: `operator:${operatorId}` });
  await queueOperatorMail(actingAlone(work), operatorId, 'second-factor-enrolled');
  return codes.map(printed);
}
