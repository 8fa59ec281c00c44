/** Signs in and out, and restores the session of a reloaded page. */
import { randomUUID } from 'node:crypto';
import type { Passkey, PasskeyOptions } from '@anticipa/contract/passkeys';
import type { SessionUser } from '@anticipa/contract/session';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { normaliseEmail } from '@anticipa/domain/user';
import { sql } from 'kysely';
import { deviceOf } from '../../platform/http/device.ts';
import type { Credentials } from '../../platform/http/http.ts';
import { putMessage } from '../../platform/jobs/outbox.ts';
import { announce } from '../../platform/live/events.ts';
import { keyedQueue } from '../../platform/load/keyed-queue.ts';
import { type Actor, type Caller, newToken, tokenHash } from '../../platform/work/caller.ts';
import { attemptAs, runAs } from '../../platform/work/transaction.ts';
import { narrowTo, type WideWork, type Work } from '../../platform/work/work.ts';
import type { Deps } from '../deps.ts';
import { writeAudit } from '../log/audit.ts';
import { putNotice } from '../notices/put.ts';
import { mintKey, openRequestFor } from '../recovery/commands.ts';
import { choose, isFactorRequired, membershipsOf, noteJoining } from '../session/companies.ts';
import {
  ABSOLUTE_HOURS,
  isViewOpen,
  type LiveSession,
  sessionOfBearer,
  sessionOfCookie,
  sessionOfToken,
} from '../session/gate.ts';
import { attemptNames, attemptsOf, noteAttempt, type Place, placeOf, rememberPlace } from '../session/known-places.ts';
import { sessionUserOf } from '../session/queries.ts';
import type { Holder } from './holder.ts';
import { requestOptions, takeChallenge } from './passkeys.ts';
import { attemptPeriod, mayTrySignIn } from './policy.ts';
import { type Account, accountByEmail, failedAttempts, isNewDevice, isStillProven } from './queries.ts';
import { beginEnrolment, type Enrolment, proveSecondFactor } from './second-factor.ts';

/**
 * Attempts take at most 12 of the process's 20 connections and wait for a place instead of a connection, which has a
 * deadline: strangers must not make other calls fail. Browsers with a device cookie do not wait behind those without one.
 */
const PLACES = 6;
const MAX_WAITING = 500;
const attempts = keyedQueue(MAX_WAITING, PLACES);

/** Bearer tokens per session, one per tab; the longest unused is dropped. */
const MAX_BEARERS = 20;

interface SignedIn {
  readonly user: SessionUser;
  readonly token: string;
  /** Recovery key; only for a user who must change the password. */
  readonly recoverKey: string | null;
  /** Shown once, to an operator who has just enrolled a second factor. */
  readonly recoveryCodes?: string[];
  readonly cookie: string;
  readonly deviceCookie: string;
}

interface Credential {
  readonly username: string;
  readonly password: string;
  readonly deviceCookie: string | null;
}

interface Proven {
  readonly account: Account;
  readonly email: string;
  readonly place: Place;
}

/** The holder of the account's second factor. */
const holderFor = ({ accountId, clientId, id }: Account, email: string): Holder =>
  accountId === null || clientId === null
    ? { kind: 'operator', id, email }
    : { kind: 'account', id: accountId, email, clientId, userId: id };

/** Signs a user in, with a second factor whoever has one or must have it. */
export const signIn = async (
  deps: Deps,
  caller: Caller<null>,
  input: Credential & { readonly code?: string | undefined; readonly passkey?: Passkey | undefined },
): Promise<Outcome<SignedIn>> => {
  const proof = await proveAccount(deps, caller, input);
  if (!proof.ok) return proof;
  const { account, email, place } = proof.value;
  const outcome = await runAs(deps, caller, async (work): Promise<Outcome<SignedIn>> => {
    const holder = holderFor(account, email);
    const isDue = holder.kind === 'operator' || (await isFactorRequired(work, holder.id));
    const factor = await proveSecondFactor(work, deps.config, {
      holder,
      code: input.code,
      passkey: input.passkey,
      challenge: input.passkey ? await takeChallenge(work, holder) : null,
      place,
      enrolment: isDue ? 'due' : 'wanted',
    });
    if (!factor.ok) return factor;
    const { recoveryCodes, isProven } = factor.value;
    const signedIn = await startSession(deps, work, caller, { account, email, isProven });
    if (signedIn === null) return refuse('WRONG_PASSWORD');
    return done(recoveryCodes.length === 0 ? signedIn : { ...signedIn, recoveryCodes });
  });
  if (!outcome.ok && (outcome.code === 'WRONG_CODE' || outcome.code === 'PASSKEY_REFUSED'))
    await recordFailure(deps, caller, account, outcome.code);
  return outcome;
};

/** Starts the enrolment of a person without a second factor, who proves the password. */
export const startSecondFactor = async (
  deps: Deps,
  caller: Caller<null>,
  input: Credential,
): Promise<Outcome<Enrolment>> => {
  const proof = await proveAccount(deps, caller, input);
  if (!proof.ok) return proof;
  const { account, email } = proof.value;
  return attemptAs(deps, caller, (work) => beginEnrolment(work, deps.config, holderFor(account, email)));
};

/** Makes the challenge that a passkey signs, of a person who proves the password. */
export const askForPasskey = async (
  deps: Deps,
  caller: Caller<null>,
  input: Credential,
): Promise<Outcome<PasskeyOptions>> => {
  const proof = await proveAccount(deps, caller, input);
  if (!proof.ok) return proof;
  const { account, email } = proof.value;
  return attemptAs(deps, caller, (work) => requestOptions(work, deps.config, holderFor(account, email)));
};

/**
 * Proves an account by its password. Until the password is verified, an unknown e-mail, a wrong password and a disabled
 * account give the same answer in the same time, unless configured to reveal unknown e-mails.
 */
const proveAccount = async (deps: Deps, caller: Caller<null>, input: Credential): Promise<Outcome<Proven>> => {
  const email = normaliseEmail(input.username);
  const lane = input.deviceCookie === null ? 'others' : 'browsers';
  const place = placeOf(caller.address, input.deviceCookie);
  const attempt = await attempts.run(lane, () => beginAttempt(deps, caller, email, place));
  if (attempt === null || attempt === 'wait') return refuse('TOO_MANY_REQUESTS');
  const { account, isKnownPlace } = attempt;
  // No password has blanks: those around it were pasted along.
  const proof = await deps.passwords.verify(account?.passwordHash ?? null, input.password.trim(), { isKnownPlace });
  if (proof === 'busy') return refuse('TOO_MANY_REQUESTS');
  if (account === undefined || !proof) {
    await recordFailure(deps, caller, account, 'WRONG_PASSWORD');
    return refuse(
      account === undefined && deps.config.authRevealUnknownUsers ? 'USER_NOT_REGISTERED' : 'WRONG_PASSWORD',
    );
  }
  if (!account.isActive) {
    await recordFailure(deps, caller, account, 'USER_NOT_ACTIVE');
    return refuse('USER_NOT_ACTIVE');
  }
  return done({ account, email, place });
};

interface Attempt {
  readonly account: Account | undefined;
  readonly isKnownPlace: boolean;
}

/** Counts the attempt in advance, so that concurrent attempts cannot exceed the limit. */
const beginAttempt = (deps: Deps, caller: Caller<null>, email: string, place: Place): Promise<Attempt | 'wait'> =>
  runAs(deps, caller, async (work) => {
    // Serialise: concurrent attempts would not see each other.
    for (const from of [place.address, ...(place.device ? [place.device.toString('base64')] : [])])
      await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in:${from}:${email}`}, 0))`.execute(work.db);
    const failed = await failedAttempts(work, attemptNames(email, deps.config), place, attemptPeriod(work.at));
    if (!mayTrySignIn(failed, work.at)) return 'wait';
    await noteAttempt(work, attemptsOf(email, deps.config), place, false);
    const isKnownPlace = failed.isKnownAddress || failed.isKnownDevice;
    return { account: await accountByEmail(work, email), isKnownPlace };
  });

const recordFailure = (deps: Deps, caller: Caller<null>, account: Account | undefined, reason: string): Promise<void> =>
  runAs(deps, { ...caller, actor: { kind: 'system' }, requestId: null }, (work) =>
    writeAudit(account?.clientId ? narrowTo(work, account.clientId) : work, {
      action: 'session.refused',
      subject: account ? `user:${account.id}` : 'user:unknown',
      details: { reason, address: caller.address },
    }),
  );

const NOTHING_JOINED = { hasJoined: false } as const;

/** Starts a session after the password was verified; null if the password or access changed in the meantime. */
async function startSession(
  deps: Deps,
  work: WideWork<null>,
  caller: Caller<null>,
  { account, email, isProven }: Pick<Proven, 'account' | 'email'> & { readonly isProven: boolean },
): Promise<SignedIn | null> {
  if (!(await isStillProven(work, account))) return null;
  const chosen = account.accountId === null ? NOTHING_JOINED : await choose(work, account.id);
  if (chosen === null) return null;
  const { db, at } = work;
  const cookie = newToken();
  const sessionId = randomUUID();
  const isNew = account.accountId !== null && (await isNewDevice(work, account.accountId, caller));
  await db
    .insertInto('sessions')
    .values({
      session_id: sessionId,
      cookie_hash: tokenHash(cookie),
      client_id: account.clientId,
      user_id: account.kind === 'client' ? account.id : null,
      operator_id: account.kind === 'operator' ? account.id : null,
      created_at: at,
      last_used_at: at,
      expires_at: new Date(at.getTime() + ABSOLUTE_HOURS * 3_600_000),
      address: caller.address,
      user_agent: caller.userAgent,
      factor_at: isProven ? at : null,
    })
    .execute();
  const deviceCookie = await rememberPlace(work, attemptsOf(email, deps.config), caller.address);
  const session = await sessionOfCookie(work, cookie);
  if (session === null) throw new Error('a new session is not live');
  const { actor } = session;
  const details = { address: caller.address };
  await writeAudit({ ...work, actor }, { action: 'session.started', subject: `session:${sessionId}`, details });
  const token = await mintBearer(work, sessionId);
  const user = await sessionUserOf(deps, work, actor);
  if (actor.kind === 'operator') return { user, token, recoverKey: null, cookie, deviceCookie };
  const own = narrowTo(work, actor.clientId);
  if (chosen.hasJoined) await noteJoining({ ...work, actor });
  if (isNew)
    await putNotice(
      own,
      { event: 'new-device', object: 'sessions', label: deviceOf(caller.userAgent), userIds: [actor.userId] },
      () => putMessage(own, 'new-device', { sessionId }),
    );
  const recoverKey = user.mustChangePassword ? await keyAtSignIn(own, actor.userId) : null;
  return { user, token, recoverKey, cookie, deviceCookie };
}

/** Recovery key for a user who must change the just verified password. */
const keyAtSignIn = async (work: Work, userId: string): Promise<string> =>
  mintKey(work, await openRequestFor(work, userId, 'sign-in'), 'sign-in');

/** Creates a bearer token for a session, or for a view of an operator's, dropping the longest unused of its sort beyond the limit. */
const mintBearer = async ({ db, at }: WideWork, sessionId: string, viewId: string | null = null): Promise<string> => {
  const token = newToken();
  await db
    .insertInto('session_tokens')
    .values({ token_hash: tokenHash(token), session_id: sessionId, view_id: viewId, last_used_at: at })
    .execute();
  const surplus = db
    .selectFrom('session_tokens')
    .select('token_hash')
    .where('session_id', '=', sessionId)
    .where('view_id', viewId === null ? 'is' : 'is not', null)
    .orderBy('last_used_at', 'desc')
    .offset(MAX_BEARERS);
  await db.deleteFrom('session_tokens').where('token_hash', 'in', surplus).execute();
  return token;
};

interface Restored {
  readonly isLoggedIn: boolean;
  readonly user: SessionUser | null;
  readonly token: string | null;
}

const NOBODY: Restored = { isLoggedIn: false, user: null, token: null };

/**
 * The signed-in user, by bearer token or, for a newly loaded page, by cookie, which is exchanged for a new bearer token.
 * With the id of a view of the cookie's session, the user of that view. Does not extend the session.
 */
export async function restoreSession(
  deps: Deps,
  caller: Caller<null>,
  { bearer, cookie }: Credentials,
  viewId: string | null,
): Promise<Restored> {
  const byBearer = bearer === null ? null : await sessionOfBearer(deps, { bearer, isUserActivity: false });
  return runAs(deps, caller, async (work) => {
    if (byBearer) return { isLoggedIn: true, user: await sessionUserOf(deps, work, byBearer.actor), token: null };
    const session = cookie === null ? null : await sessionOfCookie(work, cookie);
    if (session === null) return NOBODY;
    if (viewId !== null) return restoreView(deps, work, session, viewId);
    const token = await mintBearer(work, session.sessionId);
    return { isLoggedIn: true, user: await sessionUserOf(deps, work, session.actor), token };
  });
}

/** The user of an operator's view. */
async function restoreView(
  deps: Deps,
  work: WideWork<null>,
  { sessionId }: LiveSession,
  viewId: string,
): Promise<Restored> {
  if (!(await isViewOpen(work, sessionId, viewId))) return NOBODY;
  const token = await mintBearer(work, sessionId, viewId);
  const viewed = await sessionOfToken(work, token);
  return viewed === null ? NOBODY : { isLoggedIn: true, user: await sessionUserOf(deps, work, viewed.actor), token };
}

/** Ends one of the user's own sessions; others are not found. */
export async function endSession(
  work: WideWork<null>,
  actor: Actor,
  sessionId: string,
): Promise<Outcome<{ readonly status: 'success' }>> {
  const ended = await work.db
    .updateTable('sessions')
    .set({ ended_at: work.at })
    .where('session_id', '=', sessionId)
    .where((own) =>
      actor.kind === 'client'
        ? own('user_id', 'in', membershipsOf(work, actor.accountId))
        : own('operator_id', '=', actor.operatorId),
    )
    .where('ended_at', 'is', null)
    .returning(['session_id', 'client_id'])
    .executeTakeFirst();
  // Concurrent sign-outs both succeed.
  if (ended === undefined) return sessionId === actor.sessionId ? done({ status: 'success' }) : refuse('NOT_FOUND');
  await writeAudit({ ...work, actor }, { action: 'session.ended', subject: `session:${ended.session_id}` });
  if (ended.client_id !== null) await announce(narrowTo(work, ended.client_id), 'session', [ended.session_id]);
  return done({ status: 'success' });
}
