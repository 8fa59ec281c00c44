import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DER-17] the events of notices are checked in the rows that were there', async () => {
  await db.upgrade('1486-checked-ends-of-prepared-sales.sql');
  const { rows } = await db.owner.query(
    `select convalidated as checked from pg_constraint where conname = 'notices_event_check'`,
  );
  expect(rows).toEqual([{ checked: true }]);
});
