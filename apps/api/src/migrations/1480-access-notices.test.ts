import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[AVI-19] the upgrade tells nobody, and lets a notice lead to the people of a client', async () => {
  await db.upgrade('1480-access-notices.sql');
  await db.owner.query('alter table notices no force row level security');
  expect((await db.owner.query('select from notices')).rows).toEqual([]);
  await db.owner.query(
    `insert into notices (client_id, notice_id, user_id, event, object, in_portal, created_at)
     select client_id, gen_random_uuid(), user_id, 'access-changed', 'people', true, now() from users limit 1`,
  );
});
