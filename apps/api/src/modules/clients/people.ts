/** Support for the people of a client: invite again, end sessions, take access away. */
import { refuse } from '@anticipa/domain/errors';
import { changeAccess, losesLastAdministrator } from '@anticipa/domain/user';
import { writeAudit } from '../log/audit.ts';
import { endRequests, mailLink } from '../recovery/commands.ts';
import { endSessionsOf, leaveClient } from '../session/end-sessions.ts';
import { activeAdministrators, clientUser, lockAccess } from '../users/queries.ts';
import { type Answered, answered, type ClientsWork, clientForOperator } from './queries.ts';

/** A call about a user of the client. */
interface Named {
  readonly params: { readonly userId: string };
}

/** The user; undefined if it has no such user. */
async function personOf(work: ClientsWork, { userId }: Named['params']) {
  const person = await clientUser(work, userId, 'update');
  return person && { person, subject: `user:${person.userId}` as const };
}

/** Mails another invitation; the earlier one is void. */
export async function inviteAgain(work: ClientsWork, { params }: Named): Answered {
  const found = await personOf(work, params);
  if (found === undefined) return refuse('NOT_FOUND');
  const { person, subject } = found;
  const client = await clientForOperator(work);
  const isWaiting = client.people.some((one) => one.userId === person.userId && one.active && !one.hasPassword);
  if (!isWaiting) return refuse('INVITATION_USED');
  await mailLink(work, person.userId, 'invitation');
  await writeAudit(work, { action: 'user.invited', subject });
  return answered(work);
}

/** Ends every session of a user. */
export async function endSessions(work: ClientsWork, { params }: Named): Answered {
  const found = await personOf(work, params);
  if (found === undefined) return refuse('NOT_FOUND');
  const { person, subject } = found;
  await endSessionsOf(work, person.userId);
  await writeAudit(work, { action: 'user.sessions-ended', subject });
  return answered(work);
}

/** Takes a user's access away, and with it invitations and what is open of the client; the client's administrators may give it back. */
export async function disable(
  work: ClientsWork,
  { params, body }: Named & { readonly body: { readonly reason: string } },
): Answered {
  await lockAccess(work);
  const found = await personOf(work, params);
  if (found === undefined) return refuse('NOT_FOUND');
  const { person, subject } = found;
  const access = changeAccess(person, { active: false });
  if (losesLastAdministrator(person, access, await activeAdministrators(work)))
    return refuse('AT_LEAST_ONE_ADMIN_IS_REQUIRED');
  await work.db
    .updateTable('users')
    .set({ active: access.active, is_admin: access.isAdmin })
    .where('client_id', '=', work.tenant)
    .where('user_id', '=', person.userId)
    .execute();
  await leaveClient(work, person.userId);
  await endRequests(work, person.userId);
  const before = { active: person.active, isAdmin: person.isAdmin };
  await writeAudit(work, { action: 'user.updated', subject, details: { before, after: access, reason: body.reason } });
  return answered(work);
}
