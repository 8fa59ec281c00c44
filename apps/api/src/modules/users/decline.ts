/** The invitation of a client that a person declines, who already has an account. */
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { losesLastSeller } from '@anticipa/domain/sale-right';
import { losesLastAdministrator } from '@anticipa/domain/user';
import { sql } from 'kysely';
import { putMessage } from '../../platform/jobs/outbox.ts';
import type { Caller, ClientActor, ClientId } from '../../platform/work/caller.ts';
import { attemptAs, runAs } from '../../platform/work/transaction.ts';
import type { ClientWork, WideWork } from '../../platform/work/work.ts';
import type { Deps } from '../deps.ts';
import { writeAudit } from '../log/audit.ts';
import { endRequests } from '../recovery/commands.ts';
import { activeAdministrators, activeSellers, clientUser, lockAccess } from './queries.ts';

/** The membership is the account's in another client, which only the rights of a sign-in see; the change is made with that client's. */
export async function declineCompany(
  deps: Deps,
  caller: Caller,
  namedId: string,
): Promise<Outcome<{ readonly status: 'success' }>> {
  const found = await runAs(deps, { ...caller, actor: null }, (work) => membershipIn(work, caller.actor, namedId));
  if (found === undefined) return refuse('NOT_FOUND');
  const { client_id: clientId, user_id: userId } = found;
  return attemptAs(deps, { ...caller, actor: { ...caller.actor, clientId, userId } }, decline);
}

const membershipIn = ({ db }: WideWork, { accountId }: ClientActor, namedId: string) =>
  db
    .selectFrom('users')
    .select(['client_id', 'user_id'])
    .where('account_id', '=', accountId)
    .where('client_id', '=', sql<ClientId>`${namedId}`)
    .where('active', '=', true)
    .executeTakeFirst();

async function decline(work: ClientWork): Promise<Outcome<{ readonly status: 'success' }>> {
  const { db, tenant, at, actor } = work;
  const { userId } = actor;
  await lockAccess(work);
  const person = await clientUser(work, userId, 'update');
  if (person === undefined) return refuse('NOT_FOUND');
  const without = { ...person, active: false, isAdmin: false };
  if (losesLastAdministrator(person, without, await activeAdministrators(work)))
    return refuse('AT_LEAST_ONE_ADMIN_IS_REQUIRED');
  if (losesLastSeller(person, without, await activeSellers(work))) return refuse('AT_LEAST_ONE_SELLER_IS_REQUIRED');
  const declined = await db
    .updateTable('users')
    .set({ active: false, is_admin: false, declined_at: at })
    .where('client_id', '=', tenant)
    .where('user_id', '=', userId)
    .where('active', '=', true)
    .where('joined_at', 'is', null)
    .returning('added_by')
    .executeTakeFirst();
  // It was accepted, perhaps meanwhile in another window.
  if (declined === undefined) return refuse('INVITATION_USED');
  await endRequests(work, userId);
  await writeAudit(work, { action: 'user.declined', subject: `user:${userId}` });
  if (declined.added_by !== null) await putMessage(work, 'invitation-declined', { userId, addedBy: declined.added_by });
  return done({ status: 'success' });
}
