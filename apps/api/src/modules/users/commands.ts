/** Adding and changing the people of a client. */
import { randomUUID } from 'node:crypto';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import type { ClientUser, createUser, updateUser } from '@anticipa/contract/users';
import { done, type Failure, type Outcome, type Refused, refuse } from '@anticipa/domain/errors';
import {
  type Access,
  changeAccess,
  emailProblem,
  losesLastAdministrator,
  normaliseEmail,
  parsePhone,
  personName,
} from '@anticipa/domain/user';
import { writeAudit } from '../../lib/audit.ts';
import { brokenConstraint } from '../../lib/db/errors.ts';
import type { Executor } from '../../lib/db/pool.ts';
import type { Deps } from '../../lib/deps.ts';
import { putOutbox } from '../../lib/jobs/outbox.ts';
import { type Caller, sameAsSession } from '../../lib/session/context.ts';
import { endSessionsOf } from '../../lib/session/end-sessions.ts';
import { inTenant } from '../../lib/transaction.ts';
import { endRequests, openRequestFor } from '../recovery/commands.ts';
import { type Grants, hasGrants, maySee } from './policy.ts';
import { accessOf, activeAdministrators, clientUser, lockAccess } from './queries.ts';

type NewUser = BodyOf<typeof createUser>;
type UserChange = BodyOf<typeof updateUser>;

/** What a person tells about themselves, in the form that is kept. */
interface Own {
  readonly first_name: string;
  readonly last_name: string;
  readonly mother_surname?: string;
  readonly phone?: string;
  readonly mobile?: string;
  readonly notify_initial_deposit?: boolean;
}

/** Reads the personal part of a form; every field that is wrong is named. */
const readOwn = (body: NewUser | UserChange): Outcome<Own> => {
  const first = personName(body.firstName);
  const last = personName(body.lastName);
  const phone = parsePhone(body.phone ?? '');
  const mobile = parsePhone(body.mobile ?? '');
  const failures: Failure[] = [];
  if (first === '') failures.push({ path: 'firstName', code: 'NAME_REQUIRED' });
  if (last === '') failures.push({ path: 'lastName', code: 'NAME_REQUIRED' });
  if (phone === null) failures.push({ path: 'phone', code: 'PHONE_INVALID' });
  if (mobile === null) failures.push({ path: 'mobile', code: 'PHONE_INVALID' });
  if (failures[0] !== undefined) return refuse(failures[0].code, failures);
  return done({
    first_name: first,
    last_name: last,
    ...(body.motherSurname === undefined ? {} : { mother_surname: personName(body.motherSurname) }),
    ...(body.phone === undefined || phone === null ? {} : { phone }),
    ...(body.mobile === undefined || mobile === null ? {} : { mobile }),
    ...(body.notifications === undefined ? {} : { notify_initial_deposit: body.notifications.initialDeposit }),
  });
};

const accessIn = ({ active, isAdmin }: Grants): Partial<Access> => ({
  ...(active === undefined ? {} : { active }),
  ...(isAdmin === undefined ? {} : { isAdmin }),
});

const atField = (path: string, code: Failure['code']): Refused => refuse(code, [{ path, code }]);

/**
 * Adds a person and leaves the invitation in the outbox. An e-mail that anybody has already, at whichever client, is
 * refused alike: nothing is ever taken over. The answer says whether the mail server could be reached; the invitation
 * is tried for three days either way.
 */
export const addUser = async (
  deps: Deps,
  caller: Caller,
  body: NewUser,
): Promise<Outcome<ResponseOf<typeof createUser>>> => {
  const { actor } = caller;
  if (!sameAsSession(caller, { clientId: body.clientId })) return refuse('NOT_FOUND');
  if (!actor.isAdmin) return refuse('NOT_ALLOWED');
  const email = normaliseEmail(body.email);
  if (emailProblem(email) !== null) return atField('email', 'INVALID_EMAIL');
  const own = readOwn(body);
  if (!own.ok) return own;
  // Asked before the transaction, so that a repetition of the call is answered with the same words.
  const message = (await deps.mailer.isUp()) ? 'USER_CREATED_AND_NOTIFIED_BY_EMAIL' : 'CANT_SENT_EMAIL';
  try {
    return await inTenant(deps, caller, async (executor) => {
      const rights = await accessOf(executor, actor.clientId, actor.userId);
      if (rights?.isAdmin !== true) return refuse('NOT_ALLOWED');
      const addition = { email, own: own.value, body, at: deps.clock.now() };
      return done({ message, user: await insertUser(executor, caller, addition) });
    });
  } catch (error) {
    if (brokenConstraint(error) === 'users_email') return atField('email', 'EMAIL_ALREADY_REGISTERED');
    throw error;
  }
};

interface Addition {
  readonly email: string;
  readonly own: Own;
  readonly body: NewUser;
  readonly at: Date;
}

const insertUser = async (
  executor: Executor,
  caller: Caller,
  { email, own, body, at }: Addition,
): Promise<ClientUser> => {
  const { clientId } = caller.actor;
  const userId = randomUUID();
  const access = changeAccess({ active: true, isAdmin: false }, accessIn(body));
  await executor
    .insertInto('users')
    .values({
      client_id: clientId,
      user_id: userId,
      email,
      ...own,
      active: access.active,
      is_admin: access.isAdmin,
      sync_allowed: body.syncAllowed ?? false,
      added_by: caller.actor.userId,
      created_at: at,
    })
    .execute();
  const requestId = await openRequestFor(executor, { clientId, userId }, { purpose: 'invitation', at });
  await putOutbox(executor, { clientId, kind: 'recovery-link', payload: { requestId }, at });
  const details = { ...access, syncAllowed: body.syncAllowed ?? false };
  await writeAudit(executor, caller, { action: 'user.created', subject: `user:${userId}`, details, at });
  const user = await clientUser(executor, clientId, { userId });
  if (user === undefined) throw new Error('a user that was just added is not there');
  return user;
};

/**
 * Changes a person. Everybody may change what is their own; access, administration and synchronisation are an
 * administrator's to give, which is looked at again in the transaction that gives them.
 */
export const changeUser = async (
  deps: Deps,
  caller: Caller,
  { userId: typed, body }: { readonly userId: string; readonly body: UserChange },
): Promise<Outcome<ResponseOf<typeof updateUser>>> => {
  const { actor } = caller;
  const userId = typed.toLowerCase();
  const isSame = (body.userId ?? userId).toLowerCase() === userId;
  if (!isSame || !sameAsSession(caller, { clientId: body.clientId })) return refuse('NOT_FOUND');
  if (!maySee(actor, userId)) return refuse('NOT_FOUND');
  if (hasGrants(body) && !actor.isAdmin) return refuse('NOT_ALLOWED');
  const own = readOwn(body);
  if (!own.ok) return own;
  return inTenant(deps, caller, async (executor) => {
    if (hasGrants(body)) await lockAccess(executor, actor.clientId);
    const before = await clientUser(executor, actor.clientId, { userId, lock: true });
    if (before === undefined) return refuse('NOT_FOUND');
    // An e-mail is who somebody is: it may be repeated, never changed.
    if (normaliseEmail(body.email ?? before.email) !== before.email) return atField('email', 'NOT_ALLOWED');
    const access = changeAccess(before, accessIn(body));
    if (losesLastAdministrator(before, access, await activeAdministrators(executor, actor.clientId)))
      return refuse('AT_LEAST_ONE_ADMIN_IS_REQUIRED');
    const rights = await accessOf(executor, actor.clientId, actor.userId);
    if (!maySee({ userId: actor.userId, isAdmin: rights?.isAdmin === true }, userId)) return refuse('NOT_ALLOWED');
    if (hasGrants(body) && rights?.isAdmin !== true) return refuse('NOT_ALLOWED');
    const syncAllowed = body.syncAllowed ?? before.syncAllowed;
    await storeChange(executor, caller, { before, own: own.value, access, syncAllowed, at: deps.clock.now() });
    const user = await clientUser(executor, actor.clientId, { userId });
    return user === undefined ? refuse('NOT_FOUND') : done({ message: 'USER_UPDATED', user });
  });
};

interface Change {
  readonly before: ClientUser;
  readonly own: Own;
  readonly access: Access;
  readonly syncAllowed: boolean;
  readonly at: Date;
}

const storeChange = async (executor: Executor, caller: Caller, change: Change): Promise<void> => {
  const { before, own, access, syncAllowed, at } = change;
  const { clientId, userId: actorId, sessionId } = caller.actor;
  const { userId } = before;
  await executor
    .updateTable('users')
    .set({ ...own, active: access.active, is_admin: access.isAdmin, sync_allowed: syncAllowed })
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .execute();
  const isDisabled = before.active && !access.active;
  const losesRights = before.isAdmin && !access.isAdmin;
  // Who gives up administration keeps the session in which they do it; it has no more rights than they have.
  const kept = !isDisabled && actorId === userId ? { except: sessionId } : {};
  if (isDisabled || losesRights) await endSessionsOf(executor, { clientId, userId, at, ...kept });
  if (isDisabled) await endRequests(executor, { clientId, userId }, at);
  const details = {
    fields: Object.keys(own),
    before: { active: before.active, isAdmin: before.isAdmin, syncAllowed: before.syncAllowed },
    after: { ...access, syncAllowed },
  };
  await writeAudit(executor, caller, { action: 'user.updated', subject: `user:${userId}`, details, at });
};
