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
    (select count(*)::int from invoices where deposited_on is not null and not is_settled) as indexed,
    (select count(*)::int from invoices where status = 30) as in_credit`);
  expect(rows[0].indexed).toBeGreaterThan(0);
  expect(rows[0].indexed).toBe(rows[0].in_credit);
  await db.owner.query('set enable_seqscan = off');
  const { rows: plan } = await db.owner.query(
    `explain select from invoices where deposited_on is not null and not is_settled and status = 30`,
  );
  expect(JSON.stringify(plan)).toContain('invoices_in_credit');
});
