/** Setting a password with a key that came by mail, or with the sign-in of somebody who must change it. */
import { randomBytes, randomUUID } from 'node:crypto';
import { isCommonPassword } from '@anticipa/domain/common-password';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { emailProblem, newPasswordProblem, normaliseEmail } from '@anticipa/domain/user';
import { sql } from 'kysely';
import { writeAudit } from '../../lib/audit.ts';
import type { Executor } from '../../lib/db/pool.ts';
import type { Deps, JobDeps } from '../../lib/deps.ts';
import { putOutbox } from '../../lib/jobs/outbox.ts';
import { type Caller, type ClientId, tokenHash } from '../../lib/session/context.ts';
import { endSessionsOf } from '../../lib/session/end-sessions.ts';
import { ASKED_RECENTLY_MS, ASKED_TODAY_MS, KEY_LIFE_MS, mayMailAgain, type Purpose } from './policy.ts';
import { activeUserByEmail, holderOfKey, linksAskedFor } from './queries.ts';

interface Person {
  readonly clientId: ClientId;
  readonly userId: string;
}

/** Requests of one user wait for each other, so that only one is ever open. */
const inTurn = (executor: Executor, userId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`recovery:${userId}`}, 0))`.execute(executor);

/** Ends a user's open request and its keys. */
export const endRequests = async (executor: Executor, { clientId, userId }: Person, at: Date): Promise<void> => {
  await executor
    .updateTable('recovery_requests')
    .set({ ended_at: at })
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
};

/** Opens a request to set a password, which ends a former one. Returns its id, for the mail or for a key. */
export const openRequestFor = async (
  executor: Executor,
  person: Person,
  { purpose, at }: { readonly purpose: Purpose; readonly at: Date },
): Promise<string> => {
  await inTurn(executor, person.userId);
  await endRequests(executor, person, at);
  const requestId = randomUUID();
  await executor
    .insertInto('recovery_requests')
    .values({
      client_id: person.clientId,
      request_id: requestId,
      user_id: person.userId,
      purpose,
      requested_at: at,
    })
    .execute();
  return requestId;
};

/** A new key of an open request: 256 random bits, of which only the SHA-256 is kept. */
export const mintKey = async (
  executor: Executor,
  request: { readonly clientId: ClientId; readonly requestId: string; readonly purpose: Purpose },
  now: Date,
): Promise<string> => {
  const key = randomBytes(32).toString('base64url');
  await executor
    .insertInto('recovery_keys')
    .values({
      client_id: request.clientId,
      key_hash: tokenHash(key),
      request_id: request.requestId,
      expires_at: new Date(now.getTime() + KEY_LIFE_MS[request.purpose]),
    })
    .execute();
  return key;
};

/**
 * Takes note that somebody asked for a link. The same statements for any e-mail: whether there is such a person is found
 * out by the worker, so that neither the answer nor its time can tell.
 */
export const askForLink = async (deps: Deps, typed: string): Promise<Outcome<'RECOVER_PASS_SUCCESS'>> => {
  const email = normaliseEmail(typed);
  if (emailProblem(email) !== null) return refuse('INVALID_EMAIL');
  return deps.db.attempt({ as: 'auth' }, async (executor) => {
    const askId = randomUUID();
    await executor.insertInto('recovery_asks').values({ ask_id: askId, email, asked_at: deps.clock.now() }).execute();
    await sql`select enqueue_job('answer-recovery', ${JSON.stringify({ askId })}::json)`.execute(executor);
    return done('RECOVER_PASS_SUCCESS' as const);
  });
};

/** Sends the link to the person with that e-mail, if there is one who may sign in and was not sent many already. */
export const answerAsk = (deps: JobDeps, askId: string): Promise<void> =>
  deps.db.withTransaction({ as: 'worker' }, async (executor) => {
    const ask = await executor
      .deleteFrom('recovery_asks')
      .where('ask_id', '=', askId)
      .returning('email')
      .executeTakeFirst();
    const person = ask && (await activeUserByEmail(executor, ask.email));
    if (person === undefined) return;
    const at = deps.clock.now();
    const before = (ms: number): Date => new Date(at.getTime() - ms);
    await inTurn(executor, person.userId);
    const since = { recently: before(ASKED_RECENTLY_MS), today: before(ASKED_TODAY_MS) };
    if (!mayMailAgain(await linksAskedFor(executor, { ...person, ...since }))) return;
    const requestId = await openRequestFor(executor, person, { purpose: 'recovery', at });
    const { clientId, userId } = person;
    await putOutbox(executor, { clientId, kind: 'recovery-link', payload: { requestId }, at });
    await writeAudit(
      executor,
      { actor: 'worker' },
      { action: 'recovery.requested', subject: `user:${userId}`, clientId, at },
    );
  });

interface Attempt {
  readonly email: string;
  readonly key: string;
}

/** Whether a key still opens a new password for that e-mail; asking uses nothing up. */
export const checkKey = (deps: Deps, { email, key }: Attempt): Promise<Outcome<{ readonly status: 'success' }>> =>
  deps.db.attempt({ as: 'auth' }, async (executor) => {
    const holder = await holderOfKey(executor, { key, email: normaliseEmail(email), now: deps.clock.now() });
    return holder ? done({ status: 'success' }) : refuse('INVALID_KEY');
  });

/**
 * Sets a new password; the key is used up, and every session of the person ends. A password that is refused leaves the
 * key as it was. Of several uses at once, one wins.
 */
export const setPassword = async (
  deps: Deps,
  caller: Pick<Caller<null>, 'requestId' | 'address'>,
  { email: typed, key, password }: Attempt & { readonly password: string },
): Promise<Outcome<'PASSWORD_UPDATED'>> => {
  const email = normaliseEmail(typed);
  if (newPasswordProblem(password, password) !== null) return refuse('PASSWORD_NOT_ACCEPTED');
  if (isCommonPassword(password, email)) return refuse('PASSWORD_TOO_COMMON');
  const holder = await deps.db.withTransaction({ as: 'auth' }, (executor) =>
    holderOfKey(executor, { key, email, now: deps.clock.now() }),
  );
  if (holder === undefined) return refuse('INVALID_KEY');
  // Also for somebody without a password yet: the check is what keeps too many at once away from the hashing.
  const isSame = await deps.passwords.verify(holder.passwordHash, password);
  if (isSame === 'busy') return refuse('TOO_MANY_REQUESTS');
  if (isSame) return refuse('PASSWORD_UNCHANGED');
  const hash = await deps.passwords.hash(password);

  return deps.db.attempt({ as: 'auth' }, async (executor) => {
    const { clientId, userId, requestId } = holder;
    const at = deps.clock.now();
    await inTurn(executor, userId);
    const used = await executor
      .updateTable('recovery_requests')
      .set({ ended_at: at })
      .where('client_id', '=', clientId)
      .where('request_id', '=', requestId)
      .where('ended_at', 'is', null)
      .returning('purpose')
      .executeTakeFirst();
    if (used === undefined) return refuse('INVALID_KEY');
    await executor
      .updateTable('users')
      .set({ password_hash: hash, must_change_password: false })
      .where('client_id', '=', clientId)
      .where('user_id', '=', userId)
      .execute();
    await endSessionsOf(executor, { clientId, userId, at });
    if (holder.passwordHash !== null)
      await putOutbox(executor, { clientId, kind: 'password-changed', payload: { userId }, at });
    await writeAudit(
      executor,
      { actor: 'system' },
      {
        action: 'password.changed',
        subject: `user:${userId}`,
        details: { by: used.purpose, address: caller.address, requestId: caller.requestId },
        clientId,
        at,
      },
    );
    return done('PASSWORD_UPDATED' as const);
  });
};
