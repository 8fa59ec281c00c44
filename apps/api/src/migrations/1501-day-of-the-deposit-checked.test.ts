import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-120] only a sale with a deposit has a day of it', async () => {
  await db.upgrade('1501-day-of-the-deposit-checked.sql');
  const { rows } = await db.owner.query(
    `select convalidated as checked, pg_get_constraintdef(oid) as rule from pg_constraint where conname = 'sales_deposit_value_date'`,
  );
  expect(rows).toEqual([
    { checked: true, rule: 'CHECK (((deposit_value_date IS NULL) OR (disbursed_at IS NOT NULL)))' },
  ]);
});
