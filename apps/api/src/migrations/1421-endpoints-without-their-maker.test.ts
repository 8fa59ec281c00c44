import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[WEB-08] the upgrade tells nobody, and a person without an endpoint leaves without a mail', async () => {
  await db.upgrade('1421-endpoints-without-their-maker.sql');
  const mails = async () => (await db.owner.query(`select from outbox where kind = 'webhook-maker-left'`)).rows.length;
  expect(await mails()).toBe(0);
  for (const table of ['users', 'outbox', 'api_keys', 'webhook_endpoints'])
    await db.owner.query(`alter table ${table} no force row level security`);
  await db.owner.query('update users set active = false, is_admin = false where active');
  expect(await mails()).toBe(0);
});
