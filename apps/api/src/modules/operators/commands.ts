/** Adds operators, invites them, and changes or ends their access. */
import { randomUUID } from 'node:crypto';
import type { Operator } from '@anticipa/contract/operators';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import type { OperatorRole } from '@anticipa/domain/operator';
import { emailProblem } from '@anticipa/domain/user';
import { sql } from 'kysely';
import type { OperatorWork, Principal, WideWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { mintOperatorKey } from '../recovery/operator-keys.ts';
import { hasRoleNow, isEmailFree, isLastAdministrator, lockAccess, operatorById } from './queries.ts';
import { queueOperatorMail } from './queue-mail.ts';

type Answered = Promise<Outcome<{ readonly operator: Operator }>>;

interface NewOperator {
  /** Normalised. */
  readonly email: string;
  readonly name: string;
  readonly roles: readonly OperatorRole[];
}

/** Adds an operator without a password. Returns the key of the invitation; refuses an e-mail in use. */
export async function addOperator(work: WideWork<Principal>, operator: NewOperator): Promise<Outcome<string>> {
  if (emailProblem(operator.email) !== null) return refuse('INVALID_EMAIL');
  if (!(await isEmailFree(work, operator.email))) return refuse('EMAIL_ALREADY_REGISTERED');
  const operatorId = randomUUID();
  await insertOperator(work, { operatorId, ...operator });
  return done(await mintOperatorKey(work, operatorId));
}

/** Adds an operator without a password and with a free e-mail. */
export async function insertOperator(
  work: WideWork<Principal>,
  { operatorId, email, name, roles }: NewOperator & { readonly operatorId: string },
): Promise<void> {
  const { db, at } = work;
  await db
    .insertInto('operators')
    .values({ operator_id: operatorId, email, first_name: name, last_name: '', created_at: at })
    .execute();
  await db
    .insertInto('operator_roles')
    .values(roles.map((role) => ({ operator_id: operatorId, role, granted_at: at })))
    .execute();
  await writeAudit(work, { action: 'operator.added', subject: `operator:${operatorId}`, details: { email, roles } });
}

/** A new key for an operator without a password; any earlier one is void. */
export async function inviteOperator(work: WideWork<Principal>, email: string): Promise<Outcome<string>> {
  const row = await work.db
    .selectFrom('operators')
    .select('operator_id')
    .where(sql`lower(email)`, '=', email)
    .where('has_password', '=', false)
    .executeTakeFirst();
  if (row === undefined) return refuse('NOT_FOUND');
  await writeAudit(work, { action: 'operator.invited', subject: `operator:${row.operator_id}` });
  return done(await mintOperatorKey(work, row.operator_id));
}

/** Mails a new invitation to an operator without a password. */
export async function inviteAgain(work: OperatorWork, operatorId: string): Answered {
  if (!(await hasRoleNow(work, ['administrador']))) return refuse('ROLE_NEEDED');
  const operator = await operatorById(work, operatorId, 'update');
  if (operator === undefined) return refuse('NOT_FOUND');
  if (operator.hasPassword) return refuse('INVITATION_USED');
  await writeAudit(work, { action: 'operator.invited', subject: `operator:${operatorId}` });
  await queueOperatorMail(work, operatorId, 'invitation');
  return done({ operator });
}

/** Sets the roles of an operator, or whether the operator has access. */
export async function setAccess(
  work: OperatorWork,
  operatorId: string,
  change: { readonly roles?: readonly OperatorRole[]; readonly active?: boolean },
): Promise<void> {
  const { db, at } = work;
  const { roles, active } = change;
  if (active !== undefined)
    await db.updateTable('operators').set({ active }).where('operator_id', '=', operatorId).execute();
  if (roles !== undefined) {
    await db
      .deleteFrom('operator_roles')
      .where('operator_id', '=', operatorId)
      .where('role', 'not in', roles)
      .execute();
    await db
      .insertInto('operator_roles')
      .values(roles.map((role) => ({ operator_id: operatorId, role, granted_at: at })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Takes access away at once. A second person may be needed to give it back. */
export async function disable(work: OperatorWork, operatorId: string, reason: string): Answered {
  await lockAccess(work);
  if (!(await hasRoleNow(work, ['administrador']))) return refuse('ROLE_NEEDED');
  const operator = await operatorById(work, operatorId, 'update');
  if (operator === undefined) return refuse('NOT_FOUND');
  const isAdministrator = operator.roles.includes('administrador');
  if (isAdministrator && (await isLastAdministrator(work, operatorId))) return refuse('AT_LEAST_ONE_ADMIN_IS_REQUIRED');
  await setAccess(work, operatorId, { active: false });
  await endSessionsOfOperator(work, operatorId);
  const details = { before: { active: operator.active }, after: { active: false }, reason };
  await writeAudit(work, { action: 'operator.changed', subject: `operator:${operatorId}`, details });
  return answered(work, operatorId);
}

/** Ends every session of an operator. */
export async function endSessions(work: OperatorWork, operatorId: string): Answered {
  if (!(await hasRoleNow(work, ['administrador']))) return refuse('ROLE_NEEDED');
  await endSessionsOfOperator(work, operatorId);
  await writeAudit(work, { action: 'operator.sessions-ended', subject: `operator:${operatorId}` });
  return answered(work, operatorId);
}

const endSessionsOfOperator = ({ db, at }: OperatorWork, operatorId: string): Promise<unknown> =>
  db
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('operator_id', '=', operatorId)
    .where('ended_at', 'is', null)
    .execute();

/** Makes an operator enrol again at the next sign-in, which needs the password; ends the sessions and mails the operator. */
export async function clearSecondFactor(work: OperatorWork, operatorId: string): Promise<void> {
  const { db } = work;
  await db
    .updateTable('operators')
    .set({ totp_secret: null, totp_pending: null, totp_step: null, passkey_challenge: null, passkey_until: null })
    .where('operator_id', '=', operatorId)
    .execute();
  await db.deleteFrom('operator_passkeys').where('operator_id', '=', operatorId).execute();
  await db.deleteFrom('operator_recovery_codes').where('operator_id', '=', operatorId).execute();
  await endSessionsOfOperator(work, operatorId);
  await writeAudit(work, { action: 'second-factor.cleared', subject: `operator:${operatorId}` });
  await queueOperatorMail(work, operatorId, 'second-factor-cleared');
}

async function answered(work: OperatorWork, operatorId: string): Answered {
  const operator = await operatorById(work, operatorId, 'read');
  return operator ? done({ operator }) : refuse('NOT_FOUND');
}
