import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
  await db.upgrade('1050-orders-of-every-payment.sql');
});
afterAll(() => db.close());

it('[DIN-10] each order of an earlier release pays a deposit', async () => {
  const { rows } = await db.owner.query('select distinct purpose, payment_id from transfer_orders');
  expect(rows).toEqual([{ purpose: 'deposit', payment_id: null }]);
});
