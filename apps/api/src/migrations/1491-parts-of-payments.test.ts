import { afterAll, beforeAll, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[AVI-27] the upgrade lets notices tell of a payment that is reversed', async () => {
  await db.upgrade('1491-parts-of-payments.sql');
  await db.owner.query('alter table notices no force row level security');
  await db.owner.query(
    `insert into notices (client_id, notice_id, user_id, event, object, amount, currency, in_portal, created_at)
     select client_id, gen_random_uuid(), user_id, 'payment-reversed', 'invoice', 10, 'MXN', true, now() from users limit 1`,
  );
});
