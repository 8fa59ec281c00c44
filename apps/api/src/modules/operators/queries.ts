import type { Operator } from '@anticipa/contract/operators';
import { type OperatorRole, operatorRoles } from '@anticipa/domain/operator';
import { sql } from 'kysely';
import type { Lock, OperatorWork, WideWork } from '../../platform/work/work.ts';
import { activityWindow } from '../session/gate.ts';

const operators = ({ db, at }: WideWork) => {
  const { after, before } = activityWindow(at);
  return db.selectFrom('operators').select([
    'operators.operator_id as operatorId',
    'email',
    'active',
    'has_password as hasPassword',
    sql<boolean>`has_second_factor or exists (select from operator_passkeys
        where operator_passkeys.operator_id = operators.operator_id)`.as('hasSecondFactor'),
    sql<string>`trim(first_name || ' ' || last_name)`.as('name'),
    sql<OperatorRole[]>`array(select role from operator_roles where operator_id = operators.operator_id)`.as('roles'),
    sql<number>`(select count(*)::integer from operator_recovery_codes codes
        where codes.operator_id = operators.operator_id)`.as('recoveryCodes'),
    sql<number>`(select count(*)::integer from sessions where sessions.operator_id = operators.operator_id
        and ended_at is null and expires_at > ${at} and last_used_at > ${after} and last_used_at < ${before})`.as(
      'openSessions',
    ),
    sql<Date | null>`(select max(last_used_at) from sessions where sessions.operator_id = operators.operator_id)`.as(
      'lastUsedAt',
    ),
  ]);
};
type OperatorRow = Awaited<ReturnType<ReturnType<typeof operators>['executeTakeFirstOrThrow']>>;

const toOperator = ({ roles, lastUsedAt, hasPassword, hasSecondFactor, ...row }: OperatorRow): Operator => ({
  ...row,
  hasPassword: hasPassword === true,
  hasSecondFactor,
  roles: operatorRoles.filter((role) => roles.includes(role)),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

/** All operators: those with access first, by name. */
export async function allOperators(work: WideWork): Promise<Operator[]> {
  const rows = await operators(work)
    .where('erased_at', 'is', null)
    .orderBy('active', 'desc')
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('operators.operator_id')
    .execute();
  return rows.map(toOperator);
}

export async function operatorById(work: WideWork, operatorId: string, lock: Lock): Promise<Operator | undefined> {
  const found = operators(work).where('operators.operator_id', '=', operatorId).where('erased_at', 'is', null);
  const row = await (lock === 'update' ? found.forNoKeyUpdate() : found).executeTakeFirst();
  return row && toOperator(row);
}

/** Whether neither an operator nor a client's user has the normalised e-mail. */
export async function isEmailFree({ db }: WideWork, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from operators where lower(email) = ${email} union all select from users where lower(email) = ${email}`.execute(
    db,
  );
  return rows.length === 0;
}

/** Serialises changes of access until the transaction ends, so that of two administrators one is left. */
export const lockAccess = ({ db }: WideWork): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('operators', 0))`.execute(db);

/** Administrators who have joined, without this one; also disabled and erased ones. */
const otherAdministrators = (db: WideWork['db'], operatorId: string) =>
  db
    .selectFrom('operator_roles')
    .innerJoin('operators', 'operators.operator_id', 'operator_roles.operator_id')
    .select('operators.operator_id')
    .where('role', '=', 'administrador')
    .where((eb) => eb.or([eb('has_password', '=', true), eb('erased_at', 'is not', null)]))
    .where('operators.operator_id', '<>', operatorId);

/** Whether no other administrator has access. Lock access before. */
export async function isLastAdministrator({ db }: WideWork, operatorId: string): Promise<boolean> {
  return (await otherAdministrators(db, operatorId).where('active', '=', true).executeTakeFirst()) === undefined;
}

/**
 * Whether there is, or was, another administrator than the caller. A disabled one counts: otherwise an administrator who
 * disables the others could do everything alone.
 */
export async function needsSecond({ db, actor }: OperatorWork): Promise<boolean> {
  return (await otherAdministrators(db, actor.operatorId).executeTakeFirst()) !== undefined;
}

/** Whether the operator has one of the roles now; the role may have been taken away since the call was admitted. */
export async function hasRoleNow({ db, actor }: OperatorWork, roles: readonly OperatorRole[]): Promise<boolean> {
  const row = await db
    .selectFrom('operator_roles')
    .select('role')
    .where('operator_id', '=', actor.operatorId)
    .where('role', 'in', roles)
    .executeTakeFirst();
  return row !== undefined;
}
