import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
  await db.upgrade('1201-checked-loads.sql');
});
afterAll(() => db.close());

it('[DIN-88] the rules about openings hold for the rows of an earlier release', async () => {
  const { rows } = await db.owner.query('select conname from pg_constraint where not convalidated order by 1');
  expect(rows).toEqual([]);
});
