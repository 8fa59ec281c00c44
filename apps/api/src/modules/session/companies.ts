/** The clients that a person belongs to, and which of them a session works for. */
import type { SessionUser } from '@anticipa/contract/session';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { sql } from 'kysely';
import { announce } from '../../platform/live/events.ts';
import type { ClientActor, ClientId } from '../../platform/work/caller.ts';
import { narrowTo, type WideWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { isAskedByLender } from './fresh-factor.ts';

/** Ids of the users that an account is, one for each client. */
export const membershipsOf = ({ db }: Pick<WideWork, 'db'>, accountId: string) =>
  db.selectFrom('users').select('user_id').where('account_id', '=', accountId);

/** The clients of a person: those that may be entered, and those whose invitation waits. */
export async function companiesOf({ db, at }: WideWork, { accountId }: ClientActor): Promise<SessionUser['companies']> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('clients', 'clients.client_id', 'users.client_id')
    .select(['users.client_id', 'clients.rfc', 'clients.entity_name', 'users.joined_at'])
    .where('users.account_id', '=', accountId)
    .where('users.active', '=', true)
    .where((eb) => eb.or([eb('clients.reads_until', 'is', null), eb('clients.reads_until', '>', at)]))
    .orderBy('clients.entity_name')
    .orderBy('clients.rfc')
    .execute();
  return rows.map((row) => ({
    clientId: row.client_id,
    rfc: row.rfc,
    entityName: row.entity_name,
    isJoined: row.joined_at !== null,
  }));
}

/** The memberships that the session may work for without another proof, as `enterCompany` decides. */
export async function enterableOf(work: WideWork, actor: ClientActor) {
  const { accountId, clientId, userId, factorAt } = actor;
  if (factorAt === null && (await isAskedByLender(work))) return [{ clientId, userId }];
  const rows = await work.db
    .selectFrom('users')
    .innerJoin('clients', 'clients.client_id', 'users.client_id')
    .select(['users.client_id as clientId', 'users.user_id as userId'])
    .where('users.account_id', '=', accountId)
    .where('users.active', '=', true)
    .where('users.joined_at', 'is not', null)
    .where((eb) => eb.or([eb('clients.reads_until', 'is', null), eb('clients.reads_until', '>', work.at)]))
    .$if(factorAt === null, (query) => query.where('clients.factor_required', '=', false))
    .execute();
  return rows;
}

/** Whether the lender, or a client of the person, asks for a second factor. */
export async function isFactorRequired(work: WideWork, accountId: string): Promise<boolean> {
  if (await isAskedByLender(work)) return true;
  const asking = await work.db
    .selectFrom('users')
    .innerJoin('clients', 'clients.client_id', 'users.client_id')
    .select('users.client_id')
    .where('users.account_id', '=', accountId)
    .where('users.active', '=', true)
    .where('users.joined_at', 'is not', null)
    .where('clients.factor_required', '=', true)
    .limit(1)
    .executeTakeFirst();
  return asking !== undefined;
}

/** Notes that a person chose a client, and accepts its invitation. Locks the membership, so that whoever takes it away waits. */
export async function choose({ db, at }: WideWork, userId: string): Promise<{ readonly hasJoined: boolean } | null> {
  const membership = await db
    .selectFrom('users')
    .select(['active', 'joined_at'])
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (membership?.active !== true) return null;
  const joined = membership.joined_at === null ? { joined_at: at } : {};
  await db
    .updateTable('users')
    .set({ entered_at: at, ...joined })
    .where('user_id', '=', userId)
    .execute();
  return { hasJoined: membership.joined_at === null };
}

/** Notes in the client's log that a person has accepted its invitation; the invitation's link ends. */
export async function noteJoining(wide: WideWork<ClientActor>): Promise<void> {
  const { clientId, userId } = wide.actor;
  const work = narrowTo(wide, clientId);
  await work.db
    .updateTable('recovery_requests')
    .set({ ended_at: work.at })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'invitation')
    .where('ended_at', 'is', null)
    .execute();
  await writeAudit(work, { action: 'user.joined', subject: `user:${userId}` });
}

/**
 * Has the session work for another client of the person, accepting its invitation if one waits. Every page of the session must ask
 * again for whom it works, this one too: a form that was opened for one client is never sent to another one.
 */
export async function enterCompany(
  work: WideWork<null>,
  actor: ClientActor,
  namedId: string,
): Promise<Outcome<{ readonly status: 'success' }>> {
  const { db, at } = work;
  if (namedId === actor.clientId) return done({ status: 'success' });
  const found = await db
    .selectFrom('users')
    .innerJoin('clients', 'clients.client_id', 'users.client_id')
    .select(['users.client_id', 'users.user_id', 'clients.factor_required'])
    .where('users.account_id', '=', actor.accountId)
    .where('users.client_id', '=', sql<ClientId>`${namedId}`)
    .where((eb) => eb.or([eb('clients.reads_until', 'is', null), eb('clients.reads_until', '>', at)]))
    .executeTakeFirst();
  if (found === undefined) return refuse('NOT_FOUND');
  if (actor.factorAt === null && (found.factor_required || (await isAskedByLender(work))))
    return refuse('SECOND_FACTOR_MISSING');
  const { client_id: clientId, user_id: userId } = found;
  const chosen = await choose(work, userId);
  if (chosen === null) return refuse('NOT_FOUND');
  const { sessionId } = actor;
  const moved = await db
    .updateTable('sessions')
    .set({ client_id: clientId, user_id: userId })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning('session_id')
    .executeTakeFirst();
  if (moved === undefined) return refuse('NO_SESSION');
  await db.deleteFrom('session_tokens').where('session_id', '=', sessionId).execute();
  await announce(narrowTo(work, actor.clientId), 'session', [sessionId]);
  const there = { ...work, actor: { ...actor, clientId, userId } };
  if (chosen.hasJoined) await noteJoining(there);
  await writeAudit(there, { action: 'session.entered', subject: `session:${sessionId}` });
  return done({ status: 'success' });
}
