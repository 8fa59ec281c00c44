import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[LIB-92] after the upgrade a month is still invoiced once', async () => {
  await db.upgrade('1301-interest-of-deposits.sql');
  const { rows } = await db.owner.query(
    `select indexname, indexdef like '%sale_id IS NULL%' as "isOfMonths" from pg_indexes
     where tablename = 'interest_invoices' and indexname like 'interest_invoices_once%'`,
  );
  expect(rows).toEqual([{ indexname: 'interest_invoices_once_a_month', isOfMonths: true }]);
});
