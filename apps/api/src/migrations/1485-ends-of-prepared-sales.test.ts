import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DER-17] [DER-19] a preparer can be told of each end of a prepared sale, with two amounts', async () => {
  await db.upgrade('1485-ends-of-prepared-sales.sql');
  await db.owner.query('alter table notices no force row level security');
  const tell = (event: string) =>
    db.owner.query(
      `insert into notices (client_id, notice_id, user_id, event, object, amount, currency, other_amount, in_portal, created_at)
       select client_id, gen_random_uuid(), user_id, $1, 'prepared-sale', 1, 'MXN', 2, true, now() from users limit 1`,
      [event],
    );
  for (const event of ['accepted', 'withdrawn', 'expired', 'sold']) await tell(`prepared-${event}`);
  await expect(tell('prepared-lost')).rejects.toThrow('notices_event_check');
});
