import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-127] the check of a refusal holds for all movements', async () => {
  await db.upgrade('1507-checked-refusals-of-bank-lines.sql');
  const { rows } = await db.owner.query(
    `select convalidated as checked from pg_constraint where conname = 'bank_lines_refusal'`,
  );
  expect(rows).toEqual([{ checked: true }]);
});
