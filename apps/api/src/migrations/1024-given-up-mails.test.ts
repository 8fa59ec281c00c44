import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[VIG-01] mails that no server has taken are counted by an index', async () => {
  await db.upgrade('1024-given-up-mails.sql');
  await db.owner.query('set enable_seqscan = off; set enable_bitmapscan = off');
  const { rows } = await db.owner.query(
    `explain select count(*) from outbox where given_up_at > now() - interval '1 day' and not bounced`,
  );
  expect(JSON.stringify(rows)).toContain('outbox_given_up');
});
