import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-120] payments that came back before have no day on which they were paid again', async () => {
  await db.upgrade('1500-day-of-the-deposit.sql');
  const { rows } = await db.owner.query('select count(paid_again_on)::integer as days from returned_payments');
  expect(rows).toEqual([{ days: 0 }]);
});
