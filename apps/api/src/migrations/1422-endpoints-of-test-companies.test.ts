import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[WEB-09] endpoints from before the upgrade stay those of the company, and one is of one kind', async () => {
  await db.upgrade('1421-endpoints-without-their-maker.sql');
  await db.owner.query('alter table webhook_endpoints no force row level security');
  await db.owner.query(
    `insert into webhook_endpoints (client_id, endpoint_id, url, types, created_by, created_at)
     select client_id, gen_random_uuid(), 'https://example.test', '{}', user_id, now() from users order by user_id limit 1`,
  );
  await db.upgrade('1422-endpoints-of-test-companies.sql');
  expect((await db.owner.query('select mode from webhook_endpoints')).rows).toEqual([{ mode: 'live' }]);
  await expect(db.owner.query(`update webhook_endpoints set mode = 'both'`)).rejects.toThrow(
    'webhook_endpoints_mode_check',
  );
});
