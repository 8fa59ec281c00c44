import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[EFE-10] the index of approved changes of lines and accounts is complete', async () => {
  await db.upgrade('1433-index-of-terms.sql');
  const { rows } = await db.owner.query(
    `select indisvalid from pg_index where indexrelid = 'approvals_of_terms'::regclass`,
  );
  expect(rows).toEqual([{ indisvalid: true }]);
});
