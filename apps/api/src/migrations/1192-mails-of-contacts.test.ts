import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-77] mails of a contact, and receivers that were reminded today, are found by an index', async () => {
  await db.upgrade('1192-mails-of-contacts.sql');
  const { rows } = await db.owner.query(
    `select indisvalid from pg_index where indexrelid in ('outbox_of_contacts'::regclass, 'reminders_to_receivers'::regclass)`,
  );
  expect(rows).toEqual([{ indisvalid: true }, { indisvalid: true }]);
});
