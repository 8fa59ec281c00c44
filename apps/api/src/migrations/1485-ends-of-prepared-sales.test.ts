import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DER-17] what older notices tell stays, and so does the refusal of other events', async () => {
  await db.upgrade('1485-ends-of-prepared-sales.sql');
  await db.owner.query('alter table notices no force row level security');
  const tell = (event: string) =>
    db.owner.query(
      `insert into notices (client_id, notice_id, user_id, event, object, in_portal, created_at)
       select client_id, gen_random_uuid(), user_id, $1, 'prepared-sale', true, now() from users limit 1`,
      [event],
    );
  for (const event of ['prepared-returned', 'prepared-sold', 'access-changed']) await tell(event);
  await expect(tell('prepared-lost')).rejects.toThrow('notices_event_check');
});
