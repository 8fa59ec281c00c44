import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { connectTo, type TestDatabase } from './connections.ts';
import { empty } from './emptying.ts';

export type { TestDatabase };

/** Provided by the global setup. */
declare module 'vitest' {
  interface ProvidedContext {
    /** Owner's URL of the migrated template for `createTestDatabase`. */
    readonly templateUrl: string;
    /** The demo authority's keys and certificates, shared by all test files. */
    readonly pkiFolder: string;
  }
}

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
  return connectTo(url.href, async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
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
