/** How commands open their transaction: as the caller, and once per idempotency key. */
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { sql } from 'kysely';
import type { Executor } from './db/pool.ts';
import type { Deps } from './deps.ts';
import type { Caller, ClientActor, IdempotentCall, OperatorActor } from './session/context.ts';

interface StoredAnswer {
  readonly route: string;
  readonly body_hash: Buffer;
  readonly status: number;
  readonly response: Buffer;
}

/** Where the answers of a kind of caller are kept. */
interface AnswerStore {
  /** Whose keys they are: two owners may use the same key. */
  readonly owner: string;
  /** The stored answer; `isOthers` when another user of the same client got it. */
  find(executor: Executor, key: string): Promise<(StoredAnswer & { readonly isOthers: boolean }) | undefined>;
  keep(executor: Executor, key: string, answer: StoredAnswer): Promise<void>;
}

const SUCCESS = 200;

/**
 * Runs a command as the caller's client in one transaction; a refusal rolls everything back. With an idempotency key the
 * value returned must be the route's response: its bytes are stored in the same transaction and a repetition gets them
 * again. Call it once per request; work that must stay although the command is refused goes into a transaction of its own.
 */
export const inTenant = async <T>(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: Caller<ClientActor>,
  work: (executor: Executor) => Promise<Outcome<T>>,
): Promise<Outcome<T>> => {
  const { clientId } = caller.actor;
  const { idempotency } = caller;
  if (idempotency === null) return deps.db.attempt({ as: 'tenant', clientId }, work);
  const store = clientAnswers(deps, caller.actor);
  return deps.db.attempt({ as: 'tenant', clientId }, (executor) => once(executor, { store, idempotency, work }));
};

/** `inTenant` for the lender's operators, who see every client. */
export const inLender = async <T>(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: Caller<OperatorActor>,
  work: (executor: Executor) => Promise<Outcome<T>>,
): Promise<Outcome<T>> => {
  const { idempotency } = caller;
  if (idempotency === null) return deps.db.attempt({ as: 'operator' }, work);
  const store = operatorAnswers(deps, caller.actor);
  return deps.db.attempt({ as: 'operator' }, (executor) => once(executor, { store, idempotency, work }));
};

/** Reads as the caller's client; what a query sees is one moment of committed data per statement. */
export const readTenant = <T>(
  deps: Deps,
  caller: Caller<ClientActor>,
  work: (executor: Executor) => Promise<T>,
): Promise<T> => deps.db.withTransaction({ as: 'tenant', clientId: caller.actor.clientId }, work);

/** Reads as an operator: every client's rows. */
export const readLender = <T>(deps: Deps, work: (executor: Executor) => Promise<T>): Promise<T> =>
  deps.db.withTransaction({ as: 'operator' }, work);

interface KeyedWork<T> {
  readonly store: AnswerStore;
  readonly idempotency: IdempotentCall;
  readonly work: (executor: Executor) => Promise<Outcome<T>>;
}

async function once<T>(executor: Executor, { store, idempotency, work }: KeyedWork<T>): Promise<Outcome<T>> {
  // The transaction may run again after a serialization failure: what a former run rendered was never committed.
  idempotency.answer = null;
  const name = `${store.owner}:${idempotency.key}`;
  const locked = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as free`.execute(executor);
  if (locked.rows[0]?.free !== true) return refuse('REQUEST_IN_PROGRESS');

  const stored = await store.find(executor, idempotency.key);
  if (stored) return replay<T>(idempotency, stored);

  const outcome = await work(executor);
  if (!outcome.ok) return outcome;
  const bytes = idempotency.render(outcome.value);
  await store.keep(executor, idempotency.key, {
    route: idempotency.route,
    body_hash: idempotency.bodyHash,
    status: SUCCESS,
    response: bytes,
  });
  idempotency.answer = { status: SUCCESS, bytes };
  return outcome;
}

/** The stored bytes answer; the value is only for the handler, whose own rendering is not used. */
function replay<T>(idempotency: IdempotentCall, stored: StoredAnswer & { readonly isOthers: boolean }): Outcome<T> {
  const isSame =
    !stored.isOthers && stored.route === idempotency.route && stored.body_hash.equals(idempotency.bodyHash);
  if (!isSame) return refuse('IDEMPOTENCY_KEY_REUSED');
  idempotency.answer = { status: stored.status, bytes: stored.response };
  return done(JSON.parse(stored.response.toString('utf8')) as T);
}

const clientAnswers = (deps: Pick<Deps, 'clock'>, { clientId, userId }: ClientActor): AnswerStore => ({
  owner: clientId,
  find: async (executor, key) => {
    const row = await executor
      .selectFrom('idempotency')
      .select(['user_id', 'route', 'body_hash', 'status', 'response'])
      .where('client_id', '=', clientId)
      .where('key', '=', key)
      .executeTakeFirst();
    if (row === undefined || row.status === null || row.response === null) return undefined;
    return { ...row, status: row.status, response: row.response, isOthers: row.user_id !== userId };
  },
  keep: async (executor, key, answer) => {
    await executor
      .insertInto('idempotency')
      .values({ client_id: clientId, key, user_id: userId, ...answer, created_at: deps.clock.now() })
      .execute();
  },
});

const operatorAnswers = (deps: Pick<Deps, 'clock'>, { operatorId }: OperatorActor): AnswerStore => ({
  owner: operatorId,
  find: async (executor, key) => {
    const row = await executor
      .selectFrom('operator_idempotency')
      .select(['route', 'body_hash', 'status', 'response'])
      .where('operator_id', '=', operatorId)
      .where('key', '=', key)
      .executeTakeFirst();
    return row && { ...row, isOthers: false };
  },
  keep: async (executor, key, answer) => {
    await executor
      .insertInto('operator_idempotency')
      .values({ operator_id: operatorId, key, ...answer, created_at: deps.clock.now() })
      .execute();
  },
});
