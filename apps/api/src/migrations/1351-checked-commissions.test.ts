import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[LIB-99] the sales, CFDI and entries of before satisfy what commissions need', async () => {
  await db.upgrade('1351-checked-commissions.sql');
  const { rows } = await db.owner.query(
    `select conname from pg_constraint where not convalidated
     and conname ~ '^(ledger_|sale_items_(commission|deposit)|invoices_deposit|interest_invoices_|lender_entries_event)'`,
  );
  expect(rows).toEqual([]);
});
