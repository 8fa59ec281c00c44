import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[WEB-01] clients of before have neither events nor endpoints', async () => {
  await db.upgrade('1402-webhooks.sql');
  for (const table of ['client_events', 'webhook_endpoints', 'webhook_deliveries', 'webhook_secrets'])
    expect((await db.owner.query(`select from ${table}`)).rowCount).toBe(0);
});
