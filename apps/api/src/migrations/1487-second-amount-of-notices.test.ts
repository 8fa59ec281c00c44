import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DER-19] older notices have one amount', async () => {
  await db.upgrade('1486-checked-ends-of-prepared-sales.sql');
  await db.owner.query('alter table notices no force row level security');
  await db.owner.query(
    `insert into notices (client_id, notice_id, user_id, event, object, amount, currency, in_portal, created_at)
     select client_id, gen_random_uuid(), user_id, 'sale-to-accept', 'prepared-sale', 5, 'MXN', true, now() from users limit 1`,
  );
  await db.upgrade('1487-second-amount-of-notices.sql');
  const { rows } = await db.owner.query('select distinct amount, other_amount from notices');
  expect(rows).toEqual([{ amount: '5.00', other_amount: null }]);
});
