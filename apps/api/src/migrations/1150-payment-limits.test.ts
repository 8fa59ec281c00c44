import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-12] a lender of an earlier version pays without a second person until it sets amounts', async () => {
  const before = await db.owner.query('select currency, per_sale, per_day from approval_amounts order by currency');
  await db.upgrade('1150-payment-limits.sql');
  const after = await db.owner.query('select * from approval_amounts order by currency');
  const none = { per_payment: null, payments_per_day: null };
  expect(after.rows).toEqual(before.rows.map((row) => ({ ...row, ...none })));
});
