/** Adds an authenticator app to an operator who signs in with a passkey. */
import { randomBytes } from 'node:crypto';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import type { OperatorActor } from '../../platform/work/caller.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { brandOf } from '../brand/queries.ts';
import { writeAudit } from '../log/audit.ts';
import { type SecondFactorKeys, sealed, unsealed } from './sealed-secret.ts';
import { base32, stepOfCode } from './totp.ts';

const SECRET_BYTES = 20;

/** Data that an authenticator app needs. */
export interface AppSecret {
  readonly secret: string;
  readonly uri: string;
}

export async function hasAuthenticator({ db }: WideWork, operatorId: string): Promise<boolean> {
  const { has_second_factor } = await db
    .selectFrom('operators')
    .select('has_second_factor')
    .where('operator_id', '=', operatorId)
    .executeTakeFirstOrThrow();
  return has_second_factor === true;
}

/** The address that an authenticator app scans; it lists the codes under the lender's name. A colon would end the name. */
export function appUri(brand: string, email: string, secret: string): string {
  const issuer = encodeURIComponent(brand.replaceAll(':', ' '));
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${secret}&issuer=${issuer}`;
}

/** Makes a secret, which counts once a code of it was used. */
export async function beginApp(
  work: WideWork,
  keys: SecondFactorKeys,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<Outcome<AppSecret>> {
  const { db } = work;
  const pending = randomBytes(SECRET_BYTES);
  const begun = await db
    .updateTable('operators')
    .set({ totp_pending: sealed(pending, id, keys) })
    .where('operator_id', '=', id)
    .where('totp_secret', 'is', null)
    .returning('operator_id')
    .executeTakeFirst();
  if (begun === undefined) return refuse('NO_SECOND_FACTOR_DUE');
  const secret = base32(pending);
  return done({ secret, uri: appUri((await brandOf(work)).name, email, secret) });
}

/** Makes the pending secret the operator's own, if the code is of it. Recovery codes and passkeys stay. */
export async function addApp(
  work: WideWork,
  keys: SecondFactorKeys,
  { actor, code }: { readonly actor: OperatorActor; readonly code: string },
): Promise<Outcome<{ readonly hasApp: boolean }>> {
  const { db, at } = work;
  const { operatorId } = actor;
  const { totp_secret: secret, totp_pending: pending } = await db
    .selectFrom('operators')
    .select(['totp_secret', 'totp_pending'])
    .where('operator_id', '=', operatorId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const key = secret === null && pending !== null ? unsealed(pending, operatorId, keys) : null;
  const step = key === null ? null : stepOfCode(key, code.replace(/\s/g, ''), at, null);
  if (step === null) return refuse('AUTHENTICATOR_REFUSED');
  await db
    .updateTable('operators')
    .set({ totp_secret: pending, totp_pending: null, totp_step: String(step) })
    .where('operator_id', '=', operatorId)
    .execute();
  await writeAudit({ ...work, actor }, { action: 'second-factor.enrolled', subject: `operator:${operatorId}` });
  return done({ hasApp: true });
}
