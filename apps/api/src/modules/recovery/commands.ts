/** Sets passwords with a key from a mail, or from the sign-in of a user who must change it. */
import { randomUUID } from 'node:crypto';
import { isCommonPassword } from '@anticipa/domain/common-password';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { emailProblem, newPasswordProblem, normaliseEmail } from '@anticipa/domain/user';
import { sql } from 'kysely';
import { putMessage } from '../../platform/jobs/outbox.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import { type Caller, newToken, tokenHash } from '../../platform/work/caller.ts';
import { attemptAs, runAs, WORKER } from '../../platform/work/transaction.ts';
import { actingAs, narrowTo, type WideWork, type Work } from '../../platform/work/work.ts';
import type { Deps, JobDeps } from '../deps.ts';
import { writeAudit } from '../log/audit.ts';
import { membershipsOf } from '../session/companies.ts';
import { endSessionsOfAccount } from '../session/end-sessions.ts';
import { attemptsOf, rememberPlace } from '../session/known-places.ts';
import { operatorOfKey, setOperatorsPassword } from './operator-keys.ts';
import { ASKED_RECENTLY_MS, ASKED_TODAY_MS, KEY_LIFE_MS, mayMailAgain, type Purpose } from './policy.ts';
import { activeUserByEmail, holderOfKey, linksAskedFor, waitingRequests } from './queries.ts';

/** Requests processed again in a minute. */
const RESUMED = 1000;

/** Serialises the requests of one user, so that at most one is open. */
const lockRequests = ({ db }: WideWork, userId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`recovery:${userId}`}, 0))`.execute(db);

/** Ends a user's open request and its keys. */
export async function endRequests({ db, tenant, at }: Work, userId: string): Promise<void> {
  await db
    .updateTable('recovery_requests')
    .set({ ended_at: at })
    .where('client_id', '=', tenant)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Opens a request to set a password, ending any previous one. Returns its id. */
export async function openRequestFor(work: Work, userId: string, purpose: Purpose): Promise<string> {
  await lockRequests(work, userId);
  await endRequests(work, userId);
  const requestId = randomUUID();
  await work.db
    .insertInto('recovery_requests')
    .values({ client_id: work.tenant, request_id: requestId, user_id: userId, purpose, requested_at: work.at })
    .execute();
  return requestId;
}

/** Opens a request and mails its link, which makes earlier links void. */
export async function mailLink(work: Work, userId: string, purpose: 'recovery' | 'invitation'): Promise<void> {
  const requestId = await openRequestFor(work, userId, purpose);
  await putMessage(work, 'recovery-link', { requestId });
}

/** Creates a key for an open request: 256 random bits, stored as SHA-256. */
export async function mintKey({ db, tenant, at }: Work, requestId: string, purpose: Purpose): Promise<string> {
  const key = newToken();
  await db
    .insertInto('recovery_keys')
    .values({
      client_id: tenant,
      key_hash: tokenHash(key),
      request_id: requestId,
      expires_at: new Date(at.getTime() + KEY_LIFE_MS[purpose]),
    })
    .execute();
  return key;
}

/**
 * Records a request for a link. The statements are the same for every e-mail; the worker looks up the user, so neither the
 * answer nor its timing reveals whether one exists.
 */
export async function requestRecovery(
  deps: Deps,
  caller: Caller<null>,
  typed: string,
): Promise<Outcome<'RECOVER_PASS_SUCCESS'>> {
  const email = normaliseEmail(typed);
  if (emailProblem(email) !== null) return refuse('INVALID_EMAIL');
  return attemptAs(deps, caller, async ({ db, at }) => {
    const entryId = randomUUID();
    await db.insertInto('recovery_inbox').values({ entry_id: entryId, email, received_at: at }).execute();
    await sql`select enqueue_job('process-recovery', ${JSON.stringify({ entryId })}::json)`.execute(db);
    return done('RECOVER_PASS_SUCCESS');
  });
}

/** Sends the link to the active user with that e-mail, if any, within the limits. */
export function processRecoveryRequest(deps: JobDeps, entryId: string): Promise<void> {
  return runAs(deps, WORKER, async (wide) => {
    const entry = await wide.db
      .deleteFrom('recovery_inbox')
      .where('entry_id', '=', entryId)
      .returning('email')
      .executeTakeFirst();
    const person = entry && (await activeUserByEmail(wide, entry.email));
    if (person === undefined) return;
    const work = narrowTo(wide, person.clientId);
    const { userId } = person;
    const before = (ms: number): Date => new Date(work.at.getTime() - ms);
    await lockRequests(work, userId);
    const since = {
      recently: before(ASKED_RECENTLY_MS),
      inKeyLife: before(KEY_LIFE_MS.recovery),
      today: before(ASKED_TODAY_MS),
    };
    if (!mayMailAgain(await linksAskedFor(work, userId, since))) return;
    await mailLink(work, userId, 'recovery');
    await writeAudit(work, { action: 'recovery.requested', subject: `user:${userId}` });
  });
}

/** Processes requests again whose job has not run: a dead worker's job stays locked for hours. */
export const resumeRecovery = async (deps: JobDeps): Promise<void> => {
  const entryIds = await runAs(deps, WORKER, (work) => waitingRequests(work, RESUMED));
  await runEach(deps.log, entryIds, (entryId) => processRecoveryRequest(deps, entryId));
};

const anyHolder = async (work: WideWork, key: string, email: string) =>
  (await holderOfKey(work, key, email)) ?? (await operatorOfKey(work, key, email));

/** Whether a key is valid for that e-mail. Has no effect: scanners of mail open links, too. */
export async function checkKey(
  work: WideWork,
  key: string,
  email: string,
): Promise<Outcome<{ readonly status: 'success' }>> {
  const holder = await anyHolder(work, key, normaliseEmail(email));
  return holder === undefined ? refuse('INVALID_KEY') : done({ status: 'success' });
}

/**
 * Sets a new password, consuming the key, accepting the invitation of its client and ending every session of the person. A refused password does not consume the
 * key. One of several concurrent uses wins. Returns the device cookie that makes the caller's browser known.
 */
export async function setPassword(
  deps: Deps,
  caller: Caller<null>,
  { email: typed, key, password }: { readonly email: string; readonly key: string; readonly password: string },
): Promise<Outcome<{ readonly deviceCookie: string }>> {
  const email = normaliseEmail(typed);
  if (newPasswordProblem(password, password) !== null) return refuse('PASSWORD_NOT_ACCEPTED');
  if (isCommonPassword(password, email)) return refuse('PASSWORD_TOO_COMMON');
  const holder = await runAs(deps, caller, (work) => anyHolder(work, key, email));
  if (holder === undefined) return refuse('INVALID_KEY');
  // Runs even without a current password: the queue of `verify` limits concurrent hashing.
  const isSame = await deps.passwords.verify(holder.passwordHash, password, { isKnownPlace: true });
  if (isSame === 'busy') return refuse('TOO_MANY_REQUESTS');
  if (isSame) return refuse('PASSWORD_UNCHANGED');
  const hash = await deps.passwords.hash(password);

  return attemptAs(deps, caller, async (work) => {
    const isUsed =
      holder.kind === 'client'
        ? await setUsersPassword(narrowTo(work, holder.clientId), holder, { hash, caller })
        : await setOperatorsPassword(work, { operatorId: holder.operatorId, key, hash });
    if (!isUsed) return refuse('INVALID_KEY');
    // Attempts of strangers must not keep the holder of the key from signing in here.
    return done({ deviceCookie: await rememberPlace(work, attemptsOf(email, deps.config), caller.address) });
  });
}

type UserWithKey = NonNullable<Awaited<ReturnType<typeof holderOfKey>>>;

/** False if the key was used meanwhile. */
async function setUsersPassword(
  work: Work,
  { clientId, userId, accountId, requestId, passwordHash }: UserWithKey,
  { hash, caller }: { readonly hash: string; readonly caller: Caller<null> },
): Promise<boolean> {
  // The second of two links of one person, for different clients, waits.
  await work.db
    .selectFrom('accounts')
    .select('account_id')
    .where('account_id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await lockRequests(work, userId);
  const used = await work.db
    .updateTable('recovery_requests')
    .set({ ended_at: work.at, used_at: work.at })
    .where('client_id', '=', clientId)
    .where('request_id', '=', requestId)
    .where('ended_at', 'is', null)
    .returning('purpose')
    .executeTakeFirst();
  if (used === undefined) return false;
  await work.db
    .updateTable('recovery_requests')
    .set({ ended_at: work.at })
    .where('user_id', 'in', membershipsOf(work, accountId))
    .where('ended_at', 'is', null)
    .execute();
  await work.db
    .updateTable('accounts')
    .set({ password_hash: hash, must_change_password: false })
    .where('account_id', '=', accountId)
    .execute();
  await work.db
    .updateTable('users')
    .set({ joined_at: sql<Date>`coalesce(joined_at, ${work.at})` })
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .execute();
  await endSessionsOfAccount(work, accountId);
  if (passwordHash !== null) await putMessage(work, 'password-changed', { userId });
  await writeAudit(actingAs(work, 'system'), {
    action: 'password.changed',
    subject: `user:${userId}`,
    details: { by: used.purpose, address: caller.address, requestId: caller.requestId },
  });
  return true;
}
