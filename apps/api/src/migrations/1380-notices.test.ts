import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[AVI-04] the upgrade tells nobody of what is past, and leaves the two switches of each user', async () => {
  const switches = 'select user_id, notify_initial_deposit, notify_desync_sat from users order by user_id';
  const before = await db.owner.query(switches);
  await db.upgrade('1380-notices.sql');
  expect((await db.owner.query(switches)).rows).toEqual(before.rows);
  const { rows } = await db.owner.query(
    'select (select count(*) from notices)::int as notices, (select count(*) from notice_choices)::int as choices',
  );
  expect(rows).toEqual([{ notices: 0, choices: 0 }]);
});
