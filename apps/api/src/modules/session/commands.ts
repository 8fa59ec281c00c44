/** Signing in and out, and restoring the session of a reloaded page. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { SessionUser } from '@anticipa/contract/session';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { normaliseEmail } from '@anticipa/domain/user';
import { sql } from 'kysely';
import { writeAudit } from '../../lib/audit.ts';
import type { Executor } from '../../lib/db/pool.ts';
import type { Deps } from '../../lib/deps.ts';
import type { Credentials } from '../../lib/http/http.ts';
import { putOutbox } from '../../lib/jobs/outbox.ts';
import { announce } from '../../lib/live/events.ts';
import { type Actor, type Caller, type ClientActor, tokenHash } from '../../lib/session/context.ts';
import { subscriberOf } from '../../lib/session/device.ts';
import { ABSOLUTE_HOURS, sessionOfBearer, sessionOfCookie } from '../../lib/session/gate.ts';
import { mintKey, openRequestFor } from '../recovery/commands.ts';
import { ATTEMPT_WINDOW_MINUTES, mayTrySignIn } from './policy.ts';
import { failedAttempts, isNewDevice, isStillProven, type Person, personByEmail, sessionUserOf } from './queries.ts';

/** Tabs of one session that may hold a bearer at once; the oldest is dropped. */
const MAX_BEARERS = 20;

interface SignedIn {
  readonly user: SessionUser;
  readonly token: string;
  /** Opens a new password; only for somebody who must change it. */
  readonly recoverKey: string | null;
  readonly cookie: string;
}

/** 256 random bits as text. */
const newToken = (): string => randomBytes(32).toString('base64url');

/**
 * Signs a person in. Until the password is proven, an unknown e-mail, a wrong password and a disabled account answer
 * alike and take as long, unless the lender chose to reveal unknown e-mails.
 */
export const signIn = async (
  deps: Deps,
  caller: Caller<null>,
  input: { readonly username: string; readonly password: string },
): Promise<Outcome<SignedIn>> => {
  const account = normaliseEmail(input.username);
  const begun = await beginAttempt(deps, caller, account);
  if (begun === 'wait') return refuse('TOO_MANY_REQUESTS');
  const proof = await deps.passwords.verify(begun?.passwordHash ?? null, input.password);
  if (proof === 'busy') return refuse('TOO_MANY_REQUESTS');
  if (begun === undefined || !proof) {
    await recordFailure(deps, caller, { person: begun, reason: 'WRONG_PASSWORD' });
    return refuse(begun === undefined && deps.config.revealUnknownUsers ? 'USER_NOT_REGISTERED' : 'WRONG_PASSWORD');
  }
  if (!begun.isActive) {
    await recordFailure(deps, caller, { person: begun, reason: 'USER_NOT_ACTIVE' });
    return refuse('USER_NOT_ACTIVE');
  }
  const signedIn = await startSession(deps, caller, { person: begun, account });
  return signedIn === null ? refuse('WRONG_PASSWORD') : done(signedIn);
};

/** Counts the attempt before it is made, so that many at once do not slip through together. */
const beginAttempt = (deps: Deps, caller: Caller<null>, account: string): Promise<Person | undefined | 'wait'> =>
  deps.db.withTransaction({ as: 'auth' }, async (executor) => {
    const now = deps.clock.now();
    const since = new Date(now.getTime() - ATTEMPT_WINDOW_MINUTES * 60_000);
    const address = subscriberOf(caller.address);
    // One after another: attempts that begin at the same moment would not see each other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in:${address}:${account}`}, 0))`.execute(executor);
    if (!mayTrySignIn(await failedAttempts(executor, { account, address, since }), now)) return 'wait';
    await noteAttempt(executor, { account, address, at: now, succeeded: false });
    return personByEmail(executor, account);
  });

const noteAttempt = async (
  executor: Executor,
  attempt: { readonly account: string; readonly address: string; readonly at: Date; readonly succeeded: boolean },
): Promise<void> => {
  await executor
    .insertInto('login_attempts')
    .values({
      account: attempt.account,
      address: attempt.address,
      attempted_at: attempt.at,
      succeeded: attempt.succeeded,
    })
    .execute();
};

const recordFailure = (
  deps: Deps,
  caller: Caller<null>,
  failure: { readonly person: Person | undefined; readonly reason: string },
): Promise<void> =>
  deps.db.withTransaction({ as: 'auth' }, (executor) =>
    writeAudit(
      executor,
      { actor: 'system' },
      {
        action: 'session.refused',
        subject: failure.person ? `user:${failure.person.id}` : 'user:unknown',
        clientId: failure.person?.clientId ?? null,
        details: { reason: failure.reason, address: caller.address },
        at: deps.clock.now(),
      },
    ),
  );

/** Begins the session of somebody who proved a password; null when that is no longer the password, or access is gone. */
const startSession = (
  deps: Deps,
  caller: Caller<null>,
  { person, account }: { readonly person: Person; readonly account: string },
): Promise<SignedIn | null> =>
  deps.db.withTransaction({ as: 'auth' }, async (executor) => {
    if (!(await isStillProven(executor, person))) return null;
    const now = deps.clock.now();
    const cookie = newToken();
    const sessionId = randomUUID();
    const isNew = person.kind === 'client' && (await isNewDevice(executor, person, caller));
    await executor
      .insertInto('sessions')
      .values({
        session_id: sessionId,
        cookie_hash: tokenHash(cookie),
        client_id: person.clientId,
        user_id: person.kind === 'client' ? person.id : null,
        operator_id: person.kind === 'operator' ? person.id : null,
        created_at: now,
        last_used_at: now,
        expires_at: new Date(now.getTime() + ABSOLUTE_HOURS * 3_600_000),
        address: caller.address,
        user_agent: caller.userAgent,
      })
      .execute();
    await noteAttempt(executor, { account, address: subscriberOf(caller.address), at: now, succeeded: true });
    const session = await sessionOfCookie(executor, { cookie, now });
    if (session === null) throw new Error('a session that was just made is not live');
    const who = { actor: session.actor, requestId: caller.requestId };
    const details = { address: caller.address };
    await writeAudit(executor, who, { action: 'session.started', subject: `session:${sessionId}`, details, at: now });
    const token = await mintBearer(executor, { sessionId, now });
    const user = await sessionUserOf(executor, session.actor);
    if (session.actor.kind === 'operator') return { user, token, recoverKey: null, cookie };
    const { clientId } = session.actor;
    if (isNew) await putOutbox(executor, { clientId, kind: 'new-device', payload: { sessionId }, at: now });
    const recoverKey = user.mustChangePassword ? await keyAtSignIn(executor, session.actor, now) : null;
    return { user, token, recoverKey, cookie };
  });

/** The password was just proven: whoever must change it gets the key that otherwise comes by mail. */
const keyAtSignIn = async (executor: Executor, actor: ClientActor, now: Date): Promise<string> => {
  const purpose = 'sign-in';
  const requestId = await openRequestFor(executor, actor, { purpose, at: now });
  return mintKey(executor, { clientId: actor.clientId, requestId, purpose }, now);
};

/** A new bearer of a session; the oldest beyond the allowed number stop working. */
const mintBearer = async (
  executor: Executor,
  { sessionId, now }: { readonly sessionId: string; readonly now: Date },
): Promise<string> => {
  const token = newToken();
  await executor
    .insertInto('session_tokens')
    .values({ token_hash: tokenHash(token), session_id: sessionId, created_at: now })
    .execute();
  const surplus = executor
    .selectFrom('session_tokens')
    .select('token_hash')
    .where('session_id', '=', sessionId)
    .orderBy('created_at', 'desc')
    .offset(MAX_BEARERS);
  await executor.deleteFrom('session_tokens').where('token_hash', 'in', surplus).execute();
  return token;
};

interface Restored {
  readonly isLoggedIn: boolean;
  readonly user: SessionUser | null;
  readonly token: string | null;
}

const NOBODY: Restored = { isLoggedIn: false, user: null, token: null };

/**
 * Who is signed in, by bearer or, for a page that has just loaded, by the cookie, which is traded for a new bearer.
 * Asking does not keep an idle session alive.
 */
export const restoreSession = async (deps: Deps, { bearer, cookie }: Credentials): Promise<Restored> => {
  const byBearer = bearer === null ? null : await sessionOfBearer(deps, { bearer, isActivity: false });
  return deps.db.withTransaction({ as: 'auth' }, async (executor) => {
    const now = deps.clock.now();
    if (byBearer) return { isLoggedIn: true, user: await sessionUserOf(executor, byBearer.actor), token: null };
    const session = cookie === null ? null : await sessionOfCookie(executor, { cookie, now });
    if (session === null) return NOBODY;
    const token = await mintBearer(executor, { sessionId: session.sessionId, now });
    return { isLoggedIn: true, user: await sessionUserOf(executor, session.actor), token };
  });
};

/** Ends the caller's session: all its bearers, its cookie and its event streams. */
export const signOut = (deps: Deps, caller: Caller<Actor>): Promise<Outcome<{ readonly status: 'success' }>> =>
  endOwnSession(deps, caller, caller.actor.sessionId);

/** Ends one of the caller's sessions, wherever it was begun; somebody else's is not found. */
export const endOwnSession = (
  deps: Deps,
  caller: Caller<Actor>,
  sessionId: string,
): Promise<Outcome<{ readonly status: 'success' }>> =>
  deps.db.attempt({ as: 'auth' }, async (executor) => {
    const { actor } = caller;
    const at = deps.clock.now();
    const whose = actor.kind === 'client' ? 'user_id' : 'operator_id';
    const ended = await executor
      .updateTable('sessions')
      .set({ ended_at: at })
      .where('session_id', '=', sessionId)
      .where(whose, '=', actor.kind === 'client' ? actor.userId : actor.operatorId)
      .where('ended_at', 'is', null)
      .returning('session_id')
      .executeTakeFirst();
    // Two sign-outs at once both find what they wanted: the session over.
    if (ended === undefined) return sessionId === actor.sessionId ? done({ status: 'success' }) : refuse('NOT_FOUND');
    await writeAudit(executor, caller, { action: 'session.ended', subject: `session:${ended.session_id}`, at });
    if (actor.kind === 'client') await announce(executor, actor.clientId, { noun: 'session', ids: [ended.session_id] });
    return done({ status: 'success' });
  });
