/** Connections to a database of a test, with the portal's roles. */
import pg from 'pg';
import { type Database, openDatabase, openQueuePool } from '../src/platform/db/pool.ts';

export interface TestDatabase {
  /** Owner's URL, as in DATABASE_URL. */
  readonly ownerUrl: string;
  /** Signed in as the API: contexts tenant, operator and auth. */
  readonly api: Database;
  /** Signed in as the worker: context worker. */
  readonly worker: Database;
  /** The worker's connections for its queue, kept between runs: opening five for each would take longer than the jobs. */
  readonly queue: pg.Pool;
  /** The owner's connection, without row security; for setup and assertions. */
  readonly owner: pg.Client;
  /** Drops it, or keeps it for the next file. */
  close(): Promise<void>;
}

/** Long time limits, so that a busy machine does not look like an unreachable database. They override the limits of the role. */
const patientSettings = (ownerUrl: string) => {
  const url = new URL(ownerUrl);
  url.searchParams.set(
    'options',
    '-c statement_timeout=60s -c lock_timeout=30s -c idle_in_transaction_session_timeout=60s',
  );
  return { url: url.href, answerMs: 60_000, connectMs: 60_000 };
};

/** Connects to a migrated database; `drop` ends it after the connections. */
export async function connectTo(ownerUrl: string, drop: () => Promise<unknown>): Promise<TestDatabase> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  let isDropping = false;
  // Dropping the database cuts closing connections; others break only where a case cuts them.
  const fail = (error: Error): void => {
    if (!isDropping && !error.message.includes('due to administrator command')) throw error;
  };
  const patient = patientSettings(ownerUrl);
  const api = openDatabase({ ...patient, login: 'api', onError: fail });
  const worker = openDatabase({ ...patient, login: 'worker', connections: 5, onError: fail });
  const { pool: queue } = openQueuePool({ ...patient, login: 'worker', connections: 10, onError: fail });
  return {
    ownerUrl,
    api,
    worker,
    queue,
    owner,
    close: async () => {
      isDropping = true;
      await Promise.all([api.close(), worker.close(), queue.end(), owner.end()]);
      await drop();
    },
  };
}
