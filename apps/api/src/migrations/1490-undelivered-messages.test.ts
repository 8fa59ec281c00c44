import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[AVI-25] the upgrade finds the messages to phones that wait for a report by an index of their own', async () => {
  await db.upgrade('1490-undelivered-messages.sql');
  const { rows } = await db.owner.query<{ name: string }>(
    `select indexname as name from pg_indexes where tablename = 'whatsapp_messages' and indexdef like '%WHERE%'`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['whatsapp_messages_undelivered']);
});
