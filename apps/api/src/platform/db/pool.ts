import { AsyncLocalStorage } from 'node:async_hooks';
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome, Refused } from '@anticipa/domain/errors';
import {
  type ConnectionProvider,
  DefaultQueryExecutor,
  type Driver,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  PostgresQueryCompiler,
  type RawBuilder,
  Transaction,
} from 'kysely';
import pg from 'pg';
import { PooledConnection } from './connection.ts';
import { DatabaseUnavailable, isConnectionUseless, isPasswordRefused, isRetryable, isUnavailable } from './errors.ts';
import { GatheringSocket } from './gathering-socket.ts';
import type { DB } from './schema.ts';
import { addressOf, type ConnectionOptions, connectionSettings } from './settings.ts';
import { tenantShare } from './tenant-share.ts';

/**
 * The role of a transaction. The API's login may use `tenant`, `operator` and `auth`, the worker's `worker`; the database
 * enforces this. `clientId` comes from the session, never from a request; `isReadOnly` has the database refuse every write.
 */
export type Context = { readonly isReadOnly?: boolean } & (
  | { readonly as: 'tenant'; readonly clientId: string }
  | { readonly as: 'operator' }
  | { readonly as: 'auth' }
  | { readonly as: 'worker' }
);

interface OnceOptions {
  /** Commits without waiting for the disk. Defaults to false. */
  readonly isLossy?: boolean;
}

/** The worker's login has rights of its own: its statements must not be sent before BEGIN was answered. */
type RequestContext = Exclude<Context, { readonly as: 'worker' }>;

/** The open transaction, the only handle for queries, so no statement can run outside one. */
export type Executor = Transaction<DB>;

export interface Database {
  /**
   * Runs `work` in one read-committed transaction and commits it. After serialization failures, deadlocks, lock timeouts
   * and changes of a table `work` is retried up to 3 times within 5 seconds, so it must have no effects outside the
   * database. Throws DatabaseUnavailable without a connection within 2 seconds (5 while a client uses up its share of
   * them), without an answer within 7, or if the server is unreachable.
   */
  withTransaction<T>(context: Context, work: (executor: Executor) => Promise<T>): Promise<T>;
  /** `withTransaction` for a command: rolls back on a refusal, so a refused command leaves no trace. */
  attempt<T>(context: Context, work: (executor: Executor) => Promise<Outcome<T>>): Promise<Outcome<T>>;
  /**
   * Runs one query in its own transaction and a single round trip; returns its rows. Retries and fails like
   * `withTransaction`.
   */
  runOnce<R>(context: RequestContext, query: RawBuilder<R>, options?: OnceOptions): Promise<R[]>;
  /**
   * `withTransaction` for a read that may take long, on a standby if there is one that has every commit made before. The
   * database refuses every write.
   */
  readLong<T>(context: Context, work: (executor: Executor) => Promise<T>): Promise<T>;
  /** Connections, and requests that wait for one. */
  readonly use: () => { readonly total: number; readonly idle: number; readonly waiting: number };
  /** For readiness checks; rejects if the server does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions extends ConnectionOptions {
  /** Maximum connections of this process. Defaults to 20. */
  readonly connections?: number;
  /** Whether statements are prepared, which a pooler may not support. Defaults to true. */
  readonly preparesStatements?: boolean;
  /** An idle connection broke; the pool has replaced it. */
  readonly onError: (error: Error) => void;
}

/** Set inside a transaction: a nested one would commit independently. */
const inTransaction = new AsyncLocalStorage<true>();

function refuseNested(): void {
  if (inTransaction.getStore()) throw new Error('a transaction may not begin within another');
}

const RETRIES = 3;
/** No retry starts after this: a third wait for a lock would be a hanging call. */
const RETRY_WITHIN_MS = 5000;
/**
 * Time after which an idle connection is closed; each takes 3 MB. No user waits for the worker, which has jobs once a minute.
 */
const IDLE_MS = { api: 30_000, worker: 10_000 };
/** Share of the connections for one client. */
const TENANT_SHARE = 0.4;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const TEXT_TYPES = new Set([20, 1082, 1700]);
const TEXT_ARRAYS = new Set([1016, 1182, 1231]);
const TEXT_ARRAY: number = 1009;
const parseTextArray = pg.types.getTypeParser(TEXT_ARRAY, 'text');

/** int8, date and numeric are returned as text: a number would lose cents, a Date would shift days. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (TEXT_TYPES.has(oid)) return (value: unknown) => value;
    return TEXT_ARRAYS.has(oid) ? parseTextArray : pg.types.getTypeParser(oid, format);
  },
};

/** BEGIN, role and tenant in one round trip; three would cost more than the query itself. */
const opening = (context: Context): string => {
  const begin = `begin isolation level read committed${context.isReadOnly === true ? ' read only' : ''}`;
  if (context.as === 'worker') return begin;
  const role = `${begin}; set local role anticipa_${context.as}`;
  if (context.as !== 'tenant') return role;
  if (!UUID.test(context.clientId)) throw new Error('a tenant context needs a lower-case uuid');
  return `${role}; set local app.client_id = '${context.clientId}'`;
};

/** Carries a refusal through the rollback. */
class RefusedWork extends Error {
  readonly refusal: Refused;
  constructor(refusal: Refused) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

const asUnavailable = (cause: unknown): unknown => (isUnavailable(cause) ? new DatabaseUnavailable(cause) : cause);

/** Connections that sign in with the password of the moment at which each is opened. */
const clientsOf = (options: ConnectionOptions) =>
  class extends pg.Client {
    constructor(settings?: pg.ClientConfig) {
      super({ ...settings, connectionString: addressOf(options) });
    }
  };

const createPool = (options: ConnectionOptions, settings: pg.PoolConfig, onError: (error: Error) => void): pg.Pool => {
  const pool = new pg.Pool({ ...settings, Client: clientsOf(options) });
  pool.on('error', onError);
  // An error on a checked-out connection does not reach the pool's handler. Its query fails with the reason, but without
  // a listener the event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

type QueueOptions = ConnectionOptions & Required<Pick<DatabaseOptions, 'connections' | 'onError'>>;

interface QueuePool {
  readonly pool: pg.Pool;
  /** Breaks every connection: the queue's library returns those that got no answer to the pool. */
  abandon(): void;
}

/** Opens a pool for the job queue, which brings its own statements; the caller ends it. */
export const openQueuePool = ({ connections, onError, ...options }: QueueOptions): QueuePool => {
  const sockets = new Set<Socket>();
  const stream = (): Socket => {
    const socket = new Socket();
    sockets.add(socket.once('close', () => sockets.delete(socket)));
    return socket;
  };
  const settings = { ...connectionSettings(options, ' queue'), stream, max: connections };
  return {
    pool: createPool(options, settings, onError),
    abandon: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
};

const canRollBack = (connection: PooledConnection): Promise<boolean> =>
  connection.run('rollback').then(
    () => true,
    () => false,
  );

/** Runs work on a connection of the pool; one that cannot roll back after an error is closed. */
const connectionsOf = (pool: pg.Pool, { preparesStatements: prepares = true, ...options }: DatabaseOptions) => {
  const openedAt = new WeakMap<pg.PoolClient, number>();
  pool.on('connect', (client) => openedAt.set(client, performance.now()));
  let uselessAt = 0;

  /** Opens another one if the password was refused, and the file with it has another password now. */
  const connect = async (): Promise<pg.PoolClient> => {
    const before = addressOf(options);
    try {
      return await pool.connect();
    } catch (cause) {
      if (!isPasswordRefused(cause)) throw cause;
      options.signIn?.renew();
      if (addressOf(options) === before) throw cause;
      return pool.connect();
    }
  };

  /** A useless connection makes the older ones suspect: each would cost its caller the same wait or error. */
  const takeConnection = async (): Promise<PooledConnection> => {
    for (;;) {
      const client = await connect();
      const connection = new PooledConnection(client, prepares);
      if ((openedAt.get(client) ?? 0) >= uselessAt) return connection;
      connection.release(false);
    }
  };

  return async <T>(use: (connection: PooledConnection) => Promise<T>): Promise<T> => {
    const connection = await takeConnection();
    let isUsable = true;
    try {
      return await use(connection);
    } catch (cause) {
      // Keep the first error; close a connection that cannot roll back.
      if (isConnectionUseless(cause)) uselessAt = performance.now();
      isUsable = !isConnectionUseless(cause) && (await canRollBack(connection));
      throw cause;
    } finally {
      connection.release(isUsable);
    }
  };
};

const useOf = (pool: pg.Pool) => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount });

async function ping(pool: pg.Pool): Promise<void> {
  try {
    await pool.query('select 1');
  } catch (cause) {
    throw asUnavailable(cause);
  }
}

/** Opens the process's pool, signed in as `login`. */
export const openDatabase = (options: DatabaseOptions): Database => {
  const max = options.connections ?? 20;
  const pipelining = { pipeline: true, stream: () => new GatheringSocket() };
  const settings = {
    ...connectionSettings(options),
    ...pipelining,
    max,
    idleTimeoutMillis: IDLE_MS[options.login],
    types,
  };
  const pool = createPool(options, settings, options.onError);
  const share = tenantShare(Math.ceil(max * TENANT_SHARE));
  const dialect = new PostgresDialect({ pool });
  const driver: Driver = new PostgresDriver({ pool });
  const adapter = new PostgresAdapter();
  const compiler = new PostgresQueryCompiler();
  const noConnection: ConnectionProvider = { provideConnection: () => Promise.reject(new Error('only compiles')) };

  const onConnection = connectionsOf(pool, options);

  const once = <T>(context: Context, work: (executor: Executor) => Promise<T>): Promise<T> => {
    const begin = opening(context);
    return onConnection(async (connection) => {
      let isOpen = true;
      const provider: ConnectionProvider = {
        provideConnection: async (use) => {
          // A query that its work did not wait for would run in the next transaction of the connection.
          if (!isOpen) throw new Error('the transaction has ended');
          return use(connection);
        },
      };
      const executor = new DefaultQueryExecutor(compiler, adapter, provider);
      const transaction = new Transaction<DB>({ config: { dialect }, dialect, driver, executor });
      const beginning = connection.run(begin);
      // The first statements travel with BEGIN. If it fails they fail too, because the API's login has no rights.
      if (context.as === 'worker') await beginning;
      const [begun, worked] = await Promise.allSettled([beginning, inTransaction.run(true, () => work(transaction))]);
      isOpen = false;
      if (begun.status === 'rejected') throw begun.reason;
      if (worked.status === 'rejected') throw worked.reason;
      // COMMIT of a failed transaction rolls back, visible only in its command tag.
      if ((await connection.run('commit')) !== 'COMMIT') throw new Error('COMMIT rolled back');
      return worked.value;
    });
  };

  const retrying = async <T>(transaction: () => Promise<T>): Promise<T> => {
    const until = performance.now() + RETRY_WITHIN_MS;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await transaction();
      } catch (cause) {
        if (attempt > RETRIES || performance.now() > until || !isRetryable(cause)) throw asUnavailable(cause);
        await pause(Math.random() * 20 * 2 ** attempt);
      }
    }
  };

  const inTurn = async <T>(context: Context, transaction: () => Promise<T>): Promise<T> => {
    refuseNested();
    const run = () => retrying(transaction);
    return await (context.as === 'tenant' ? share.run(context.clientId, run) : run());
  };

  const withTransaction: Database['withTransaction'] = (context, work) => inTurn(context, () => once(context, work));

  const readLong: Database['readLong'] = (context, work) => withTransaction({ ...context, isReadOnly: true }, work);

  const runOnce = <R>(context: RequestContext, query: RawBuilder<R>, options: OnceOptions = {}): Promise<R[]> => {
    const begin = `${opening(context)}${options.isLossy === true ? '; set local synchronous_commit = off' : ''}`;
    const compiled = query.compile({ getExecutor: () => new DefaultQueryExecutor(compiler, adapter, noConnection) });
    return inTurn(context, () => onConnection((connection) => connection.runOnce(begin, compiled)));
  };

  const attempt: Database['attempt'] = async (context, work) => {
    try {
      return await withTransaction(context, async (executor) => {
        const outcome = await work(executor);
        if (!outcome.ok) throw new RefusedWork(outcome);
        return outcome;
      });
    } catch (cause) {
      if (cause instanceof RefusedWork) return cause.refusal;
      throw cause;
    }
  };

  return {
    withTransaction,
    attempt,
    runOnce,
    readLong,
    use: () => useOf(pool),
    ping: () => ping(pool),
    close: () => pool.end(),
  };
};
