import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[EFE-06] the upgrade tells nobody of the package of a month, and lets notices lead to the terms', async () => {
  await db.upgrade('1430-month-package.sql');
  expect((await db.owner.query(`select from notice_choices where event = 'month-package'`)).rows).toEqual([]);
  await db.owner.query('alter table notices no force row level security');
  await db.owner.query(
    `insert into notices (client_id, notice_id, user_id, event, object, in_portal, created_at)
     select client_id, gen_random_uuid(), user_id, 'request-answered', 'terms', true, now() from users limit 1`,
  );
});
