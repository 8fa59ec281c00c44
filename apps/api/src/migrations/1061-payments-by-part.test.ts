import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
  await db.upgrade('1061-payments-by-part.sql');
});
afterAll(() => db.close());

it('[DIN-20] a tracking key and a part are those of one payment', async () => {
  const { rows } = await db.owner.query(`select indexdef from pg_indexes where indexname = 'collections_of_key'`);
  expect(rows).toEqual([{ indexdef: expect.stringMatching(/^CREATE UNIQUE INDEX .*\(tracking_key, part\)$/) }]);
});
