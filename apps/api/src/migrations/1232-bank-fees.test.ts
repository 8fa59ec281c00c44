import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-96] the upgrade keeps the hashes of the lender’s journal', async () => {
  await db.upgrade('1232-bank-fees.sql');
  const { rows } = await db.owner.query(
    'select count(*)::integer as entries, bool_and(hash = lender_hash(entry)) as same from lender_entries entry',
  );
  expect(rows).toEqual([{ entries: expect.any(Number), same: true }]);
  expect(rows[0].entries).toBeGreaterThan(0);
});
