import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
  await db.upgrade('1154-proofs-by-order.sql');
});
afterAll(() => db.close());

it('[DIN-16] each order has one proof', async () => {
  const { rows } = await db.owner.query(`select indexname from pg_indexes where tablename = 'transfer_proofs'`);
  expect(rows.map(({ indexname }) => indexname)).toContain('transfer_proofs_by_order');
});
