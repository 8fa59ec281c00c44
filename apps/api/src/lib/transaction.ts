/** How transactions are opened: as whoever acts and, for commands, once per idempotency key. */
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { sql } from 'kysely';
import type { Context, Executor } from './db/pool.ts';
import type { JobDeps } from './deps.ts';
import type { Actor, Caller, ClientActor, IdempotentCall } from './session/context.ts';
import type { Doer, WideWork, Work } from './work.ts';

type Parts = Pick<JobDeps, 'db' | 'clock'>;

/** Who opens a transaction; nobody (null) is a visitor who signs in. */
export type Opener<A extends Doer | null> = Pick<Caller<A>, 'actor' | 'idempotency'> & {
  readonly requestId: string | null;
};

/** What an actor's transaction gives: a client's user is bound to that client's rows. */
export type WorkOf<A extends Doer | null> = [A] extends [ClientActor] ? Work<A> : WideWork<A>;

/** The opener of a job's transactions. */
export const WORKER: Opener<{ readonly kind: 'worker' }> = {
  actor: { kind: 'worker' },
  requestId: null,
  idempotency: null,
};

function contextOf(actor: Doer | null): Context {
  if (actor === null || actor.kind === 'system') return { as: 'auth' };
  return actor.kind === 'client' ? { as: 'tenant', clientId: actor.clientId } : { as: actor.kind };
}

function begin<A extends Doer | null>(db: Executor, { clock }: Parts, { actor, requestId }: Opener<A>): WorkOf<A> {
  const at = clock.now();
  const wide = { db, actor, requestId, at, today: dateAt(at, MEXICO_CITY) };
  return (actor?.kind === 'client' ? { ...wide, tenant: actor.clientId } : wide) as WorkOf<A>;
}

/** Runs `work` in one transaction as `opener`: a client's user sees that client's rows only, an operator every client's. */
export function runAs<A extends Doer | null, T>(
  deps: Parts,
  opener: Opener<A>,
  work: (work: WorkOf<A>) => Promise<T>,
): Promise<T> {
  return deps.db.withTransaction(contextOf(opener.actor), (db) => work(begin(db, deps, opener)));
}

/**
 * `runAs` for a command: a refusal rolls everything back. With an idempotency key the value returned must be the route's
 * response: its bytes are stored in the same transaction and a repetition gets them again. Call it once per request; what
 * must stay although the command is refused goes into a `runAs` of its own.
 */
export function attemptAs<A extends Doer | null, T>(
  deps: Parts,
  opener: Opener<A>,
  work: (work: WorkOf<A>) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const { actor, idempotency } = opener;
  return deps.db.attempt(contextOf(actor), (db) => {
    const begun = begin(db, deps, opener);
    if (idempotency === null) return work(begun);
    if (actor?.kind !== 'client' && actor?.kind !== 'operator') throw new Error('a keyed call has no owner');
    return once({ ...begun, actor }, idempotency, () => work(begun));
  });
}

/** Whose keys they are, so that two owners may use the same key, and the columns that name them. */
const ownerOf = (actor: Actor) =>
  actor.kind === 'client'
    ? { owner: actor.clientId, columns: { client_id: actor.clientId, user_id: actor.userId, operator_id: null } }
    : { owner: actor.operatorId, columns: { client_id: null, user_id: null, operator_id: actor.operatorId } };

const SUCCESS = 200;

async function once<T>(
  { db, actor, at }: WideWork<Actor>,
  call: IdempotentCall,
  command: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  // The transaction may run again after a serialization failure: what a former run rendered was never committed.
  call.answer = null;
  const { owner, columns } = ownerOf(actor);
  const name = `${owner}:${call.key}`;
  const locked = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as free`.execute(db);
  if (locked.rows[0]?.free !== true) return refuse('REQUEST_IN_PROGRESS');

  const stored = await storedAnswer(db, owner, call.key);
  if (stored) return stored.user_id === columns.user_id ? replay<T>(call, stored) : refuse('IDEMPOTENCY_KEY_REUSED');

  const outcome = await command();
  if (!outcome.ok) return outcome;
  const { key, route, bodyHash: body_hash } = call;
  const answer = { status: SUCCESS, bytes: call.render(outcome.value) };
  await db
    .insertInto('idempotency')
    .values({ ...columns, key, route, body_hash, status: answer.status, response: answer.bytes, created_at: at })
    .execute();
  call.answer = answer;
  return outcome;
}

const storedAnswer = (db: Executor, owner: string, key: string) =>
  db
    .selectFrom('idempotency')
    .select(['user_id', 'route', 'body_hash', 'status', 'response'])
    .where('owner', '=', owner)
    .where('key', '=', key)
    .executeTakeFirst();

type StoredAnswer = NonNullable<Awaited<ReturnType<typeof storedAnswer>>>;

/** The stored bytes answer; the value is only for the handler, whose own rendering is not used. */
function replay<T>(call: IdempotentCall, stored: StoredAnswer): Outcome<T> {
  if (stored.route !== call.route || !stored.body_hash.equals(call.bodyHash)) return refuse('IDEMPOTENCY_KEY_REUSED');
  call.answer = { status: stored.status, bytes: stored.response };
  return done(JSON.parse(stored.response.toString('utf8')) as T);
}

/** Whether the call's key has its answer already: then nothing is checked again, the answer is repeated. */
export async function isAnswered({ db, actor }: WideWork<Actor>, call: IdempotentCall | null): Promise<boolean> {
  return call !== null && (await storedAnswer(db, ownerOf(actor).owner, call.key)) !== undefined;
}
