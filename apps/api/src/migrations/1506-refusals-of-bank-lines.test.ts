import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-127] movements that waited before have no reason of a refusal', async () => {
  await db.upgrade('1506-refusals-of-bank-lines.sql');
  const { rows } = await db.owner.query('select count(refusal)::integer as refusals from bank_lines');
  expect(rows).toEqual([{ refusals: 0 }]);
});
