/** Support for the people of a client: invite again, end sessions, take access away. */
import type { LenderClient } from '@anticipa/contract/lender-clients';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { changeAccess, losesLastAdministrator } from '@anticipa/domain/user';
import { provenClient } from '../../platform/work/caller.ts';
import { narrowTo, type OperatorWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { endRequests, mailLink } from '../recovery/commands.ts';
import { endSessionsOf } from '../session/end-sessions.ts';
import { activeAdministrators, clientUser, lockAccess } from '../users/queries.ts';
import { clientForOperator } from './queries.ts';

type Answered = Promise<Outcome<{ readonly client: LenderClient }>>;

/** A user of a client, as an address names them. */
interface Named {
  readonly clientId: string;
  readonly userId: string;
}

/** The client's work and its user; undefined if the client has no such user. */
async function personOf(wide: OperatorWork, { clientId, userId }: Named) {
  const work = narrowTo(wide, provenClient(clientId));
  const person = await clientUser(work, userId, 'update');
  return person && { work, person, subject: `user:${person.userId}` as const };
}

/** Mails another invitation; the earlier one is void. */
export async function inviteAgain(wide: OperatorWork, named: Named): Answered {
  const found = await personOf(wide, named);
  if (found === undefined) return refuse('NOT_FOUND');
  const { work, person, subject } = found;
  const client = await clientForOperator(wide, work.tenant);
  const isWaiting = client?.people.some((one) => one.userId === person.userId && one.active && !one.hasPassword);
  if (isWaiting !== true) return refuse('INVITATION_USED');
  await mailLink(work, person.userId, 'invitation');
  await writeAudit(work, { action: 'user.invited', subject });
  return answered(wide, work.tenant);
}

/** Ends every session of a user. */
export async function endSessions(wide: OperatorWork, named: Named): Answered {
  const found = await personOf(wide, named);
  if (found === undefined) return refuse('NOT_FOUND');
  const { work, person, subject } = found;
  await endSessionsOf(work, person.userId);
  await writeAudit(work, { action: 'user.sessions-ended', subject });
  return answered(wide, work.tenant);
}

/** Takes a user's access away, and with it sessions and invitations; the client's administrators may give it back. */
export async function disable(wide: OperatorWork, named: Named, reason: string): Answered {
  const tenant = provenClient(named.clientId);
  const known = await wide.db
    .selectFrom('clients')
    .select('client_id')
    .where('client_id', '=', tenant)
    .executeTakeFirst();
  if (known === undefined) return refuse('NOT_FOUND');
  await lockAccess(narrowTo(wide, tenant));
  const found = await personOf(wide, named);
  if (found === undefined) return refuse('NOT_FOUND');
  const { work, person, subject } = found;
  const access = changeAccess(person, { active: false });
  if (losesLastAdministrator(person, access, await activeAdministrators(work)))
    return refuse('AT_LEAST_ONE_ADMIN_IS_REQUIRED');
  await work.db
    .updateTable('users')
    .set({ active: access.active, is_admin: access.isAdmin })
    .where('client_id', '=', tenant)
    .where('user_id', '=', person.userId)
    .execute();
  await endSessionsOf(work, person.userId);
  await endRequests(work, person.userId);
  const before = { active: person.active, isAdmin: person.isAdmin };
  await writeAudit(work, { action: 'user.updated', subject, details: { before, after: access, reason } });
  return answered(wide, tenant);
}

async function answered(work: OperatorWork, clientId: string): Answered {
  const client = await clientForOperator(work, clientId);
  return client ? done({ client }) : refuse('NOT_FOUND');
}
