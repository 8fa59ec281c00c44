import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[WEB-04] the addresses of a company share a queue', async () => {
  await db.upgrade('1516-webhooks-of-a-company.sql');
  const { rows } = await db.owner.query<{ source: string }>(
    `select prosrc as source from pg_proc where proname = 'enqueue_webhooks'`,
  );
  expect(rows[0]?.source).toContain(`queue_name => 'webhooks:' || client_id`);
});
