import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DER-13] the sales that were made before satisfy what a prepared sale needs', async () => {
  await db.upgrade('1371-checked-prepared-sales.sql');
  const { rows } = await db.owner.query(
    `select conname from pg_constraint where conname = 'sales_prepared' and convalidated`,
  );
  expect(rows).toEqual([{ conname: 'sales_prepared' }]);
});
