import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { storedClient } from '../work/caller.ts';
import { type Context, type Database, openDatabase } from './pool.ts';

let test: TestDatabase;
let single: Database;
const clients = [randomUUID(), randomUUID()] as const;

beforeAll(async () => {
  test = await createTestDatabase();
  single = openDatabase({
    url: test.ownerUrl,
    login: 'api',
    connections: 1,
    // A connection that is still closing is cut when the database is dropped.
    onError: () => undefined,
  });
  await test.owner.query(`insert into branches values ('X', '0') on conflict do nothing`);
  for (const [at, clientId] of clients.entries()) {
    await test.owner.query(
      `insert into clients (client_id, rfc, entity_name, tax_regime, branch, created_at) values ($1, $2, 'X', 'PM', 'X', now())`,
      [clientId, `AAA01010${at}AA1`],
    );
  }
});
afterAll(async () => {
  await single.close();
  await test.close();
});

const visibleTo = (context: Context): Promise<string[]> =>
  single.withTransaction(context, async (executor) => {
    const { rows } = await sql<{ client_id: string }>`
      select client_id from clients where rfc <> ${'none'} order by client_id`.execute(executor);
    return rows.map(({ client_id }) => client_id);
  });

it('a prepared plan never reveals rows to another role or tenant on the same connection', async () => {
  const all = clients.toSorted();
  // After the fifth execution the server switches from custom plans to a generic one.
  for (let round = 0; round < 12; round += 1) {
    for (const clientId of clients) expect(await visibleTo({ as: 'tenant', clientId })).toEqual([clientId]);
    expect(await visibleTo({ as: 'operator' })).toEqual(all);
    expect(await visibleTo({ as: 'tenant', clientId: randomUUID() })).toEqual([]);
  }
});

it('a statement is prepared once per connection', async () => {
  const prepared = await single.withTransaction({ as: 'operator' }, async (executor) => {
    for (let time = 0; time < 5; time += 1) {
      await executor.selectFrom('clients').select('rfc').where('client_id', '=', storedClient(clients[0])).execute();
    }
    const { rows } = await sql<{ calls: string; name: string }>`
      select name, generic_plans + custom_plans as calls from pg_prepared_statements
      where statement like ${'select "rfc" from "clients"%'}`.execute(executor);
    return rows;
  });
  expect(prepared).toEqual([{ name: expect.stringMatching(/^[0-9a-f]{40}$/), calls: '5' }]);
});

it('a statement prepared before its table was changed runs again on a new connection', async () => {
  const connections = 5;
  const old = openDatabase({ url: test.ownerUrl, login: 'api', connections, onError: () => undefined });
  onTestFinished(() => old.close());
  const readAtOnce = () => {
    const { promise: all, resolve } = Promise.withResolvers<void>();
    let running = 0;
    const read = () =>
      old.withTransaction({ as: 'operator' }, async (executor) => {
        const rows = await executor.selectFrom('branches').selectAll().where('branch', '=', 'X').execute();
        running += 1;
        if (running === connections) resolve();
        await all;
        return rows.length;
      });
    return Promise.all(Array.from({ length: connections }, read));
  };
  expect(await readAtOnce()).toEqual([1, 1, 1, 1, 1]);
  await test.owner.query('alter table branches add column added_by_a_migration integer');
  expect(await readAtOnce()).toEqual([1, 1, 1, 1, 1]);
});

it('without prepared statements nothing is left on a connection', async () => {
  const plain = openDatabase({
    ...{ url: test.ownerUrl, login: 'api', connections: 1, preparesStatements: false },
    onError: () => undefined,
  });
  onTestFinished(() => plain.close());
  const left = await plain.withTransaction({ as: 'operator' }, async (executor) => {
    const one = executor.selectFrom('clients').select('rfc').where('client_id', '=', storedClient(clients[0]));
    expect(await one.execute()).toEqual([{ rfc: 'AAA010100AA1' }]);
    return (await sql`select name from pg_prepared_statements`.execute(executor)).rows;
  });
  expect(left).toEqual([]);
});

it('an error’s stack contains the caller', async () => {
  const broken = single.withTransaction({ as: 'operator' }, async function whoAsked(executor) {
    await sql`select 1 / ${0}::integer`.execute(executor);
  });
  await expect(broken).rejects.toMatchObject({ code: '22012', stack: expect.stringContaining('whoAsked') });
});
