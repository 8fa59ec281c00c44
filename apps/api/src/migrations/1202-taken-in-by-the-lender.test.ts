import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-93] operators may insert invoices, and still delete none', async () => {
  await db.upgrade('1202-taken-in-by-the-lender.sql');
  const { rows } = await db.owner.query(
    `select has_table_privilege('anticipa_operator', 'invoices', 'insert') as inserts,
       has_table_privilege('anticipa_operator', 'invoices', 'delete') as deletes`,
  );
  expect(rows).toEqual([{ inserts: true, deletes: false }]);
});
