import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
  await db.upgrade('1051-orders-by-subject.sql');
});
afterAll(() => db.close());

it('[DIN-10] what is paid besides deposits has one open order, and its attempts are counted', async () => {
  const { rows } = await db.owner.query(
    `select indexname as name from pg_indexes where tablename = 'transfer_orders' and indexdef like 'CREATE UNIQUE%'`,
  );
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['transfer_orders_by_id', 'transfer_orders_by_subject', 'transfer_orders_open_subject']),
  );
});
