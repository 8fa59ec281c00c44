import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[LIB-127] the entries that were booked before satisfy what estimates need', async () => {
  await db.upgrade('1316-checked-estimates.sql');
  const { rows } = await db.owner.query(
    `select conname from pg_constraint where conname like 'ledger_%' and not convalidated`,
  );
  expect(rows).toEqual([]);
});
