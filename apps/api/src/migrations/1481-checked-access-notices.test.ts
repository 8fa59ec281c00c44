import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[AVI-19] people can be told of a changed access, and of no event that the portal does not know', async () => {
  await db.upgrade('1481-checked-access-notices.sql');
  await db.owner.query('alter table notices no force row level security');
  const tell = (event: string) =>
    db.owner.query(
      `insert into notices (client_id, notice_id, user_id, event, object, in_portal, created_at)
       select client_id, gen_random_uuid(), user_id, $1, 'people', true, now() from users limit 1`,
      [event],
    );
  await tell('access-changed');
  await expect(tell('access-change')).rejects.toThrow('notices_event_check');
});
