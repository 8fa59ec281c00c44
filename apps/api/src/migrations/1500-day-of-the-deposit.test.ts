import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-120] deposits from before have no other day than that of their registration', async () => {
  await db.upgrade('1500-day-of-the-deposit.sql');
  const { rows } = await db.owner.query('select count(deposit_value_date)::integer as days from sales');
  expect(rows).toEqual([{ days: 0 }]);
});
