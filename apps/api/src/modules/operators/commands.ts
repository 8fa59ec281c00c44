/** Adds operators and invites them. */
import { randomUUID } from 'node:crypto';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import type { OperatorRole } from '@anticipa/domain/operator';
import { emailProblem } from '@anticipa/domain/user';
import { sql } from 'kysely';
import { writeAudit } from '../../lib/audit.ts';
import { brokenConstraint } from '../../lib/db/errors.ts';
import type { Principal, WideWork } from '../../lib/work.ts';
import { mintOperatorKey } from '../recovery/operator-keys.ts';

interface NewOperator {
  /** Normalised. */
  readonly email: string;
  readonly name: string;
  readonly roles: readonly OperatorRole[];
}

/** Adds an operator without a password. Returns the key of the invitation; refuses an e-mail in use. */
export async function addOperator(
  work: WideWork<Principal>,
  { email, name, roles }: NewOperator,
): Promise<Outcome<string>> {
  if (emailProblem(email) !== null) return refuse('INVALID_EMAIL');
  const { db, at } = work;
  const operatorId = randomUUID();
  try {
    await db
      .insertInto('operators')
      .values({ operator_id: operatorId, email, first_name: name, last_name: '', created_at: at })
      .execute();
  } catch (cause) {
    if (brokenConstraint(cause) !== 'operators_email') throw cause;
    return refuse('EMAIL_ALREADY_REGISTERED');
  }
  await db
    .insertInto('operator_roles')
    .values(roles.map((role) => ({ operator_id: operatorId, role, granted_at: at })))
    .execute();
  await writeAudit(work, { action: 'operator.added', subject: `operator:${operatorId}`, details: { email, roles } });
  return done(await mintOperatorKey(work, operatorId));
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
