import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome, Refused } from '@anticipa/domain/errors';
import {
  DefaultQueryExecutor,
  type Driver,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  PostgresQueryCompiler,
  SingleConnectionProvider,
  Transaction,
} from 'kysely';
import pg from 'pg';
import { PreparingConnection } from './connection.ts';
import { DatabaseUnavailable, isRetryable, isUnavailable } from './errors.ts';
import { type Login, loginUrl } from './roles.ts';
import type { DB } from './schema.ts';

/**
 * Whom a transaction acts as. `tenant`, `operator` and `auth` are for the API's login, `worker` for the worker's:
 * the database refuses the others. `clientId` is the session's, never one that a request carries.
 */
export type Context =
  | { readonly as: 'tenant'; readonly clientId: string }
  | { readonly as: 'operator' }
  | { readonly as: 'auth' }
  | { readonly as: 'worker' };

/** The open transaction: the only handle a query ever gets, so that no statement can escape it. */
export type Executor = Transaction<DB>;

export interface Database {
  /**
   * Runs `work` in one read-committed transaction and commits it. Serialization failures, deadlocks and lock timeouts
   * roll back and run `work` again, up to 3 times: it must have no effect outside the database. Throws
   * DatabaseUnavailable when no connection comes within 2 seconds or the server is away.
   */
  withTransaction<T>(context: Context, work: (executor: Executor) => Promise<T>): Promise<T>;
  /** `withTransaction` for a command: a refusal is rolled back, so that a call that says no has changed nothing. */
  attempt<T>(context: Context, work: (executor: Executor) => Promise<Outcome<T>>): Promise<Outcome<T>>;
  /** Resolves when the server answers; for readiness checks. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly ownerUrl: string;
  readonly login: Login;
  /** Connections of this process at most; 20 unless told. */
  readonly connections?: number;
  /** A connection broke while idle; the pool has already replaced it. */
  readonly onError: (error: Error) => void;
}

const POOL_WAIT_MS = 2000;
const RETRIES = 3;
const SESSION = '-c statement_timeout=5000 -c lock_timeout=3000 -c idle_in_transaction_session_timeout=15000';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const TEXT_TYPES = new Set([20, 1082, 1700]);
const TEXT_ARRAYS = new Set([1016, 1182, 1231]);
const TEXT_ARRAY: number = 1009;
const parseTextArray = pg.types.getTypeParser(TEXT_ARRAY, 'text');

/** int8, date and numeric arrive as text: a number would lose cents, a Date would shift days. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (TEXT_TYPES.has(oid)) return (value: unknown) => value;
    return TEXT_ARRAYS.has(oid) ? parseTextArray : pg.types.getTypeParser(oid, format);
  },
};

/** BEGIN, role and tenant in one round trip: three would cost more than the query behind them. */
const opening = (context: Context): string => {
  const begin = 'begin isolation level read committed';
  if (context.as === 'worker') return begin;
  const role = `${begin}; set local role anticipa_${context.as}`;
  if (context.as !== 'tenant') return role;
  if (!UUID.test(context.clientId)) throw new Error('a tenant context needs a lower-case uuid');
  return `${role}; select set_config('app.client_id', '${context.clientId}', true)`;
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

const createPool = (options: DatabaseOptions): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: loginUrl(options.ownerUrl, options.login),
    application_name: `anticipa ${options.login}`,
    max: options.connections ?? 20,
    connectionTimeoutMillis: POOL_WAIT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    options: SESSION,
    types,
  });
  pool.on('error', options.onError);
  // A connection that breaks while a transaction has it is nobody's idle one: its query already fails with the reason,
  // and without a listener the event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

/** Opens a pool signed in as `login`. One per process; everything goes through `withTransaction`. */
export const openDatabase = (options: DatabaseOptions): Database => {
  const pool = createPool(options);
  const dialect = new PostgresDialect({ pool });
  const driver: Driver = new PostgresDriver({ pool });
  const adapter = new PostgresAdapter();
  const compiler = new PostgresQueryCompiler();

  const once = async <T>(begin: string, work: (executor: Executor) => Promise<T>): Promise<T> => {
    const connection = new PreparingConnection(await pool.connect());
    const executor = new DefaultQueryExecutor(compiler, adapter, new SingleConnectionProvider(connection));
    let isUsable = true;
    try {
      await connection.run(begin);
      const result = await work(new Transaction<DB>({ config: { dialect }, dialect, driver, executor }));
      // COMMIT of a transaction that a statement has broken undoes it, and says so only in its tag.
      if ((await connection.run('commit')) !== 'COMMIT') throw new Error('the transaction was undone at its commit');
      return result;
    } catch (cause) {
      // The first error is the one that matters; a connection that cannot even roll back is closed.
      await connection.run('rollback').catch(() => {
        isUsable = false;
      });
      throw cause;
    } finally {
      connection.release(isUsable);
    }
  };

  const withTransaction: Database['withTransaction'] = async (context, work) => {
    const begin = opening(context);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(begin, work);
      } catch (cause) {
        if (attempt > RETRIES || !isRetryable(cause)) throw asUnavailable(cause);
        await pause(Math.random() * 20 * 2 ** attempt);
      }
    }
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

  const ping = async (): Promise<void> => {
    try {
      await pool.query('select 1');
    } catch (cause) {
      throw asUnavailable(cause);
    }
  };

  return { withTransaction, attempt, ping, close: () => pool.end() };
};
