import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase, openQueuePool } from '../src/platform/db/pool.ts';
import { empty } from './emptying.ts';

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

/** Keeps a busy machine from looking like an unreachable database. */
const patient = { answerMs: 60_000, connectMs: 60_000 };

const administrator = async (): Promise<pg.Client> => {
  const url = new URL(inject('templateUrl'));
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return client;
};

/**
 * Clones the migrated template, or another, for a test file about the database itself. Call in `beforeAll`, and `close` in
 * `afterAll`.
 */
export const createTestDatabase = async (of?: 'template0'): Promise<TestDatabase> => {
  const url = new URL(inject('templateUrl'));
  const template = of ?? url.pathname.slice(1);
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = await administrator();
  await admin.query(`create database ${name} template ${template} strategy file_copy`);
  url.pathname = `/${name}`;
  const owner = new pg.Client({ connectionString: url.href });
  await owner.connect();
  let isDropping = false;
  // Dropping the database cuts closing connections; others break only where a case cuts them.
  const fail = (error: Error): void => {
    if (!isDropping && !error.message.includes('due to administrator command')) throw error;
  };
  const api = openDatabase({ url: url.href, login: 'api', ...patient, onError: fail });
  const worker = openDatabase({ url: url.href, login: 'worker', connections: 5, ...patient, onError: fail });
  const { pool: queue } = openQueuePool({
    url: url.href,
    login: 'worker',
    connections: 10,
    ...patient,
    onError: fail,
  });
  return {
    ownerUrl: url.href,
    api,
    worker,
    queue,
    owner,
    close: async () => {
      isDropping = true;
      await Promise.all([api.close(), worker.close(), queue.end(), owner.end()]);
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
};

/** Empty databases of this vitest worker, with their connections. */
const kept: TestDatabase[] = [];

/** The same, but kept from an earlier test file of this worker if possible; one whose schema was changed is not kept. */
export const reuseTestDatabase = async (): Promise<TestDatabase> => {
  const database = kept.pop() ?? (await createTestDatabase());
  const close = async (): Promise<void> => {
    if (await empty(database.owner)) kept.push(database);
    else await database.close();
  };
  return { ...database, close };
};
