import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[EFE-06] people can be told of the package of a month, and of no event that the portal does not know', async () => {
  await db.upgrade('1431-checked-month-package.sql');
  await db.owner.query('alter table notices no force row level security');
  const tell = (event: string) =>
    db.owner.query(
      `insert into notices (client_id, notice_id, user_id, event, object, in_portal, created_at)
       select client_id, gen_random_uuid(), user_id, $1, 'statement', true, now() from users limit 1`,
      [event],
    );
  await tell('month-package');
  await expect(tell('month-packages')).rejects.toThrow('notices_event_check');
});
