import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[EFE-28] the upgrade adds no message, and a written one can neither be changed nor deleted', async () => {
  await db.upgrade('1441-invoice-messages.sql');
  expect((await db.owner.query('select from invoice_messages')).rows).toEqual([]);
  for (const change of [`update invoice_messages set body = ''`, 'delete from invoice_message_files'])
    await expect(db.owner.query(change)).rejects.toMatchObject({ constraint: 'invoice_messages_stay' });
});
