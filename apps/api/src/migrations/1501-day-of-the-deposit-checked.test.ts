import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-120] deposits from before have the day of their registration, and only a deposit has a day', async () => {
  await db.upgrade('1501-day-of-the-deposit-checked.sql');
  const count = `select count(*) filter (where disbursed_at is not null)::integer as made, count(deposit_value_date)::integer as days from sales`;
  const { rows } = await db.owner.query(count);
  expect(rows).toEqual([{ made: expect.any(Number), days: 0 }]);
  await db.owner.query('alter table sales no force row level security');
  const set = (which: string) =>
    db.owner.query(`update sales set deposit_value_date = current_date where disbursed_at is ${which} null`);
  await set('not');
  await expect(set('')).rejects.toMatchObject({ constraint: 'sales_deposit_value_date' });
});
