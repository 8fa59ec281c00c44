/** Opens transactions as their actor and, for commands, once per idempotency key. */
import type { Route } from '@anticipa/contract/route';
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { sql } from 'kysely';
import type { Context, Database, Executor } from '../db/pool.ts';
import type { Actor, Caller, ClientActor, IdempotentCall } from './caller.ts';
import type { Clock } from './clock.ts';
import type { Principal, WideWork, Work } from './work.ts';

/** Dependencies of opening a transaction. */
export interface Opening {
  readonly db: Database;
  readonly clock: Clock;
}

/** The opener of a transaction; a null actor is a visitor at sign-in. */
export type Opener<A extends Principal | null> = Pick<Caller<A>, 'actor' | 'idempotency'> & {
  readonly requestId: string | null;
  /** Absent in a job. */
  readonly address?: string;
};

/** The unit of work of an actor; a client's user is bound to the client's rows. */
export type WorkOf<A extends Principal | null> = [A] extends [ClientActor] ? Work<A> : WideWork<A>;

/** The opener of a job's transactions. */
export const WORKER: Opener<{ readonly kind: 'worker' }> = {
  actor: { kind: 'worker' },
  requestId: null,
  idempotency: null,
};

function contextOf(actor: Principal | null): Context {
  if (actor === null || actor.kind === 'system') return { as: 'auth' };
  if (actor.kind !== 'client') return { as: actor.kind };
  // The wall between test keys and the lender's records: none of their commands and queries opens for one.
  if (actor.key?.mode === 'test') throw new Error('a test key reached the records of its client');
  return { as: 'tenant', clientId: actor.clientId, isReadOnly: actor.isReadOnly };
}

function begin<A extends Principal | null>(db: Executor, { clock }: Opening, opener: Opener<A>): WorkOf<A> {
  const { actor, requestId, address = null } = opener;
  const at = clock.now();
  const wide = { db, actor, requestId, address, at, today: dateAt(at, MEXICO_CITY) };
  return (actor?.kind === 'client' ? { ...wide, tenant: actor.clientId } : wide) as WorkOf<A>;
}

/** Runs `work` in one transaction as `opener`: a client's user sees only the client's rows, an operator those of all. */
export function runAs<A extends Principal | null, T>(
  deps: Opening,
  opener: Opener<A>,
  work: (work: WorkOf<A>) => Promise<T>,
): Promise<T> {
  return deps.db.withTransaction(contextOf(opener.actor), (db) => work(begin(db, deps, opener)));
}

/** `runAs` for a long read, which a standby may answer with all that was committed before. `work` cannot write. */
export function readLong<A extends Principal | null, T>(
  deps: Opening,
  opener: Opener<A>,
  work: (work: WorkOf<A>) => Promise<T>,
): Promise<T> {
  return deps.db.readLong(contextOf(opener.actor), (db) => work(begin(db, deps, opener)));
}

/**
 * `runAs` for a command: a refusal rolls back. With an idempotency key the returned value must be the route's response:
 * its bytes are stored in the same transaction and replayed for a retry. Call it once per request; work that must survive a
 * refusal needs its own `runAs`.
 */
export function attemptAs<A extends Principal | null, T>(
  deps: Opening,
  opener: Opener<A>,
  work: (work: WorkOf<A>) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const { actor, idempotency } = opener;
  return deps.db.attempt(contextOf(actor), (db) => {
    const begun = begin(db, deps, opener);
    if (idempotency === null) return work(begun);
    if (actor?.kind !== 'client' && actor?.kind !== 'operator')
      throw new Error('an idempotency key needs a client or an operator');
    return once({ ...begun, actor }, idempotency, () => work(begun));
  });
}

/** The owner of a key and its columns; different owners may use the same key. */
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
  // After a serialization failure this runs again; discard the previous attempt's answer.
  call.answer = null;
  const { owner, columns } = ownerOf(actor);
  const locked = await sql<LockedKey>`select * from lock_key(${owner}, ${call.key})`.execute(db);
  const [stored] = locked.rows;
  if (stored?.is_free === false) return refuse('REQUEST_IN_PROGRESS');
  if (stored) return stored.user_id === columns.user_id ? replay<T>(call, stored) : refuse('IDEMPOTENCY_KEY_REUSED');

  const outcome = await command();
  if (!outcome.ok) return outcome;
  const { key, route, bodyHash: body_hash } = call;
  const answer = { status: SUCCESS, bytes: await call.render(outcome.value, db) };
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
/** A key that is in use has no answer yet. */
type LockedKey = ({ readonly is_free: true } & StoredAnswer) | { readonly is_free: false };

/** Replays the stored bytes; the parsed value only satisfies the handler's type. */
function replay<T>(call: IdempotentCall, stored: StoredAnswer): Outcome<T> {
  if (stored.route !== call.route || !stored.body_hash.equals(call.bodyHash)) return refuse('IDEMPOTENCY_KEY_REUSED');
  call.answer = { status: stored.status, bytes: stored.response };
  return done(JSON.parse(stored.response.toString('utf8')) as T);
}

/** The answer to the user's call of a route without parameters under a key; null if there is none. */
export async function answerUnder(
  { db, actor }: WideWork<Actor>,
  { method, path }: Route,
  key: string,
): Promise<unknown> {
  const { owner, columns } = ownerOf(actor);
  const stored = await storedAnswer(db, owner, key);
  const isTheirs = stored?.user_id === columns.user_id && stored.route === `${method} ${path} {}`;
  return isTheirs ? JSON.parse(stored.response.toString('utf8')) : null;
}

/** Whether the call's key already has an answer, which will be replayed without further checks. */
export async function isAnswered({ db, actor }: WideWork<Actor>, call: IdempotentCall | null): Promise<boolean> {
  return call !== null && (await storedAnswer(db, ownerOf(actor).owner, call.key)) !== undefined;
}
