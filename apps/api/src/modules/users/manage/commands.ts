/** Adds and changes users of a client. */
import { randomUUID } from 'node:crypto';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import type { ClientUser, createUser, updateUser } from '@anticipa/contract/users';
import { done, type Failure, type Outcome, type Refused, refuse, refuseEach } from '@anticipa/domain/errors';
import { changeSaleGrant, losesLastSeller, raises, type SaleGrant } from '@anticipa/domain/sale-right';
import {
  type Access,
  changeAccess,
  emailProblem,
  isPersonName,
  losesLastAdministrator,
  normaliseEmail,
  parsePhone,
  personName,
} from '@anticipa/domain/user';
import { brokenConstraint } from '../../../platform/db/errors.ts';
import { fixedFields } from '../../../platform/http/fixed-fields.ts';
import { announce } from '../../../platform/live/events.ts';
import type { Caller, ClientActor } from '../../../platform/work/caller.ts';
import { attemptAs, runAs } from '../../../platform/work/transaction.ts';
import type { ClientWork } from '../../../platform/work/work.ts';
import type { Deps } from '../../deps.ts';
import { writeAudit } from '../../log/audit.ts';
import { consumeDailyQuota } from '../../quota/daily-use.ts';
import { endRequests, mailLink } from '../../recovery/commands.ts';
import { endSessionsOf, leaveClient } from '../../session/end-sessions.ts';
import { factorRules, requireFreshFactor } from '../../session/fresh-factor.ts';
import { changesGrants, type Grants, hasGrants, maySee } from '../policy.ts';
import {
  accessOf,
  activeAdministrators,
  activeSellers,
  activeUsers,
  clientUser,
  isOwnEmail,
  lockAccess,
} from '../queries.ts';
import { tellOfAccess } from './tell.ts';

type NewUser = BodyOf<typeof createUser>;
type UserChange = BodyOf<typeof updateUser>;

/** A user's own details, as stored. */
interface PersonalDetails {
  readonly first_name: string;
  readonly last_name: string;
  readonly mother_surname?: string;
  readonly phone?: string;
  readonly mobile?: string;
  readonly notify_initial_deposit?: boolean;
  readonly notify_desync_sat?: boolean;
  readonly notify_sales?: boolean;
}

/** Parses the personal details; reports every invalid field. */
const parseDetails = (body: NewUser | UserChange): Outcome<PersonalDetails> => {
  const first = personName(body.firstName);
  const last = personName(body.lastName);
  const phone = parsePhone(body.phone ?? '');
  const mobile = parsePhone(body.mobile ?? '');
  const failures: Failure[] = [];
  if (first === '') failures.push({ path: 'firstName', code: 'NAME_REQUIRED' });
  if (last === '') failures.push({ path: 'lastName', code: 'NAME_REQUIRED' });
  for (const path of ['firstName', 'lastName', 'motherSurname'] as const)
    if (!isPersonName(body[path] ?? '')) failures.push({ path, code: 'NAME_INVALID' });
  if (phone === null) failures.push({ path: 'phone', code: 'PHONE_INVALID' });
  if (mobile === null) failures.push({ path: 'mobile', code: 'PHONE_INVALID' });
  if (Number(body.acceptUpTo ?? 1) <= 0) failures.push({ path: 'acceptUpTo', code: 'ACCEPT_UP_TO_INVALID' });
  if (failures[0] !== undefined) return refuse(failures[0].code, failures);
  return done({
    first_name: first,
    last_name: last,
    ...(body.motherSurname === undefined ? {} : { mother_surname: personName(body.motherSurname) }),
    ...(body.phone === undefined || phone === null ? {} : { phone }),
    ...(body.mobile === undefined || mobile === null ? {} : { mobile }),
    ...(body.notifications === undefined ? {} : { notify_initial_deposit: body.notifications.initialDeposit }),
    ...(body.notifications?.desyncSAT === undefined ? {} : { notify_desync_sat: body.notifications.desyncSAT }),
    ...(body.notifications?.sales === undefined ? {} : { notify_sales: body.notifications.sales }),
  });
};

const accessIn = ({ active, isAdmin }: Grants): Partial<Access> => ({
  ...(active === undefined ? {} : { active }),
  ...(isAdmin === undefined ? {} : { isAdmin }),
});

const saleGrantIn = ({ saleRight, acceptUpTo }: Grants): Partial<SaleGrant> => ({
  ...(saleRight === undefined ? {} : { saleRight }),
  ...(acceptUpTo === undefined ? {} : { acceptUpTo }),
});

/** Everything that administrators decide about a person. */
type AllGrants = Access & SaleGrant & { readonly syncAllowed: boolean };

const STRANGER = { isAdmin: false, saleRight: 'consult', acceptUpTo: null } as const satisfies Partial<AllGrants>;

/**
 * Why the grants need a fresh second factor, or null: they open steps that need one. Otherwise a stolen session would invite an
 * administrator of its own, with a factor of its own.
 */
async function grantProblem(
  work: ClientWork,
  before: Pick<Access, 'isAdmin'> & SaleGrant,
  after: Pick<Access, 'isAdmin'> & SaleGrant,
): Promise<Refused | null> {
  const sellsMore = after.saleRight === 'accept' && raises(before, after);
  const isOpening = (after.isAdmin && !before.isAdmin) || (sellsMore && (await factorRules(work)).freshAbove !== null);
  return isOpening ? requireFreshFactor(work) : null;
}

/** E-mails of operators that a client may try in a day, per invitation; then it invites no one. */
const FOREIGN_SHARE = 0.25;

/**
 * Adds a user and queues the invitation. Whether the person already has an account shows in nothing that the client sees: the
 * membership waits until the person accepts it. An operator's e-mail is refused like one of the client's own users; such tries
 * are counted. The answer reports whether the mail server was reachable; the invitation is tried for three days in either case.
 */
export async function addUser(
  deps: Deps,
  caller: Caller,
  body: NewUser,
): Promise<Outcome<ResponseOf<typeof createUser>>> {
  if (!caller.actor.isAdmin) return refuse('NOT_ALLOWED');
  const email = normaliseEmail(body.email);
  if (emailProblem(email) !== null) return refuseEach('INVALID_EMAIL', ['email']);
  const own = parseDetails(body);
  if (!own.ok) return own;
  // Asked before the transaction, because the answer is stored in it for retries.
  const message = (await deps.mailer.isUp()) ? 'USER_CREATED_AND_NOTIFIED_BY_EMAIL' : 'CANT_SENT_EMAIL';
  const { usersPerClient, invitationsPerDay: limit } = deps.config;
  const foreignLimit = Math.ceil(limit * FOREIGN_SHARE);
  const adding = attemptAs<ClientActor, ResponseOf<typeof createUser>>(deps, caller, async (work) => {
    const rights = await accessOf(work, work.actor.userId);
    if (rights?.isAdmin !== true) return refuse('NOT_ALLOWED');
    await lockAccess(work);
    const access = changeAccess({ active: true, isAdmin: false }, accessIn(body));
    const sells = changeSaleGrant({ saleRight: 'accept', acceptUpTo: null }, saleGrantIn(body));
    const grants = { ...access, ...sells, syncAllowed: body.syncAllowed ?? false };
    if (grants.active && (await activeUsers(work)) >= usersPerClient) return refuse('USER_LIMIT_REACHED');
    const stale = await grantProblem(work, STRANGER, grants);
    if (stale) return stale;
    const isWithin =
      (await consumeDailyQuota(work, 'foreign-emails', { amount: 0, limit: foreignLimit - 1 })) &&
      (await consumeDailyQuota(work, 'invitations', { amount: 1, limit }));
    if (!isWithin) return refuse('DAILY_LIMIT_REACHED');
    return done({ message, user: await insertUser(work, email, own.value, grants) });
  });
  return adding.catch(async (cause: unknown) => {
    if (!['users_email', 'accounts_email'].includes(brokenConstraint(cause) ?? '')) throw cause;
    const isWithin = await runAs(
      deps,
      caller,
      async (work) =>
        (await isOwnEmail(work, email)) ||
        (await consumeDailyQuota(work, 'foreign-emails', { amount: 1, limit: foreignLimit })),
    );
    return isWithin ? refuseEach('EMAIL_ALREADY_REGISTERED', ['email']) : refuse('DAILY_LIMIT_REACHED');
  });
}

async function insertUser(
  work: ClientWork,
  email: string,
  own: PersonalDetails,
  grants: AllGrants,
): Promise<ClientUser> {
  const userId = randomUUID();
  await work.db
    .insertInto('users')
    .values({
      client_id: work.tenant,
      user_id: userId,
      email,
      ...own,
      active: grants.active,
      is_admin: grants.isAdmin,
      sync_allowed: grants.syncAllowed,
      sale_right: grants.saleRight,
      accept_up_to: grants.acceptUpTo,
      added_by: work.actor.userId,
      created_at: work.at,
    })
    .execute();
  await mailLink(work, userId, 'invitation');
  await writeAudit(work, { action: 'user.created', subject: `user:${userId}`, details: { ...grants } });
  const user = await clientUser(work, userId, 'read');
  if (user === undefined) throw new Error('a new user cannot be read');
  await tellOfAccess(work, user, { before: null, after: grants });
  return user;
}

/**
 * Changes a user. Users may change their own details; only administrators may change access, administration and
 * synchronisation, which is rechecked in the transaction.
 */
export async function changeUser(
  deps: Deps,
  caller: Caller,
  userId: string,
  body: UserChange,
): Promise<Outcome<ResponseOf<typeof updateUser>>> {
  const { actor } = caller;
  if ((body.userId ?? userId) !== userId || !maySee(actor, userId)) return refuse('NOT_FOUND');
  const own = parseDetails(body);
  if (!own.ok) return own;
  return attemptAs(deps, caller, async (work) => {
    if (hasGrants(body)) await lockAccess(work);
    const before = await clientUser(work, userId, 'update');
    if (before === undefined) return refuse('NOT_FOUND');
    // The e-mail identifies the user: it may be repeated but not changed.
    if (normaliseEmail(body.email ?? before.email) !== before.email) return refuseEach('NOT_ALLOWED', ['email']);
    const { addedBy = before.addedBy, mustChangePassword = before.mustChangePassword } = body;
    const fixed = fixedFields(before, { addedBy, mustChangePassword }, 'NOT_ALLOWED');
    if (fixed.length > 0) return refuse('NOT_ALLOWED', fixed);
    const isGranting = changesGrants(body, before);
    const access = changeAccess(before, accessIn(body));
    if (access.active && !before.active && (await activeUsers(work)) >= deps.config.usersPerClient)
      return refuse('USER_LIMIT_REACHED');
    if (losesLastAdministrator(before, access, await activeAdministrators(work)))
      return refuse('AT_LEAST_ONE_ADMIN_IS_REQUIRED');
    const sells = changeSaleGrant(before, saleGrantIn(body));
    if (losesLastSeller(before, { ...access, ...sells }, await activeSellers(work)))
      return refuse('AT_LEAST_ONE_SELLER_IS_REQUIRED');
    const rights = await accessOf(work, actor.userId);
    if (!maySee({ userId: actor.userId, isAdmin: rights?.isAdmin === true }, userId)) return refuse('NOT_ALLOWED');
    if (isGranting && rights?.isAdmin !== true) return refuse('NOT_ALLOWED');
    if (userId === actor.userId && raises(before, sells)) return refuse('OWN_SALE_RIGHT');
    // A person who gets access again gets every grant that was left.
    const isReadmitted = access.active && !before.active;
    const stale = await grantProblem(work, isReadmitted ? STRANGER : before, { ...access, ...sells });
    if (stale) return stale;
    const syncAllowed = body.syncAllowed ?? before.syncAllowed;
    await storeChange(work, before, own.value, { ...access, ...sells, syncAllowed });
    const user = await clientUser(work, userId, 'read');
    return user === undefined ? refuse('NOT_FOUND') : done({ message: 'USER_UPDATED', user });
  });
}

async function storeChange(
  work: ClientWork,
  before: ClientUser,
  own: PersonalDetails,
  after: AllGrants,
): Promise<void> {
  const { userId, active, isAdmin, syncAllowed, saleRight, acceptUpTo } = before;
  await work.db
    .updateTable('users')
    .set({
      ...own,
      active: after.active,
      is_admin: after.isAdmin,
      sync_allowed: after.syncAllowed,
      sale_right: after.saleRight,
      accept_up_to: after.acceptUpTo,
      ...(after.active && { declined_at: null }),
    })
    .where('client_id', '=', work.tenant)
    .where('user_id', '=', userId)
    .execute();
  // The person's open screens show at once what it may do.
  if (raises(before, after) || raises(after, before)) await announce(work, 'session', []);
  const isDisabled = active && !after.active;
  // Demoting yourself keeps your current session.
  const kept = work.actor.userId === userId ? work.actor.sessionId : null;
  if (isDisabled) {
    await leaveClient(work, userId);
    await endRequests(work, userId);
  } else if (isAdmin && !after.isAdmin) await endSessionsOf(work, userId, kept);
  const details = { fields: Object.keys(own), before: { active, isAdmin, syncAllowed, saleRight, acceptUpTo }, after };
  await writeAudit(work, { action: 'user.updated', subject: `user:${userId}`, details });
  await tellOfAccess(work, before, { before, after });
}
