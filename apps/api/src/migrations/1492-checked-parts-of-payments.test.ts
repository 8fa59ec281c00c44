import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[AVI-27] notices tell of what is left after a part of a payment, which is never below zero', async () => {
  await db.upgrade('1492-checked-parts-of-payments.sql');
  await db.owner.query('alter table notices no force row level security');
  const put = (left: number) =>
    db.owner.query(
      `insert into notices (client_id, notice_id, user_id, event, object, amount, currency, left_amount, in_portal, created_at)
       select client_id, gen_random_uuid(), user_id, 'part-paid', 'invoice', 10, 'MXN', $1, true, now() from users limit 1`,
      [left],
    );
  await put(5);
  await expect(put(-1)).rejects.toThrow('left_amount');
});
