import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-04] an index has exactly the invoices in credit', async () => {
  await db.upgrade('1028-invoices-in-credit.sql');
  const { rows } = await db.owner.query(`select
    (select reltuples::int from pg_class where relname = 'invoices_in_credit') as indexed,
    (select count(*)::int from invoices where status = 30) as in_credit`);
  expect(rows[0].indexed).toBeGreaterThan(0);
  expect(rows[0].indexed).toBe(rows[0].in_credit);
});
