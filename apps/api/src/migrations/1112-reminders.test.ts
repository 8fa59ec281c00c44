import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-73] a step of a due date is sent once to each kind of reader', async () => {
  await db.upgrade('1112-reminders.sql');
  const send = (reader: string, step: number) =>
    db.owner.query(
      `insert into reminders select client_id, document_id, $1, '2026-04-24', $2, '2026-04-17' from invoices order by document_id limit 1`,
      [reader, step],
    );
  await send('client', -7);
  await send('receiver', -7);
  await expect(send('client', -7)).rejects.toThrow('reminders_pkey');
  await expect(send('client', 0)).rejects.toThrow('reminders_step_check');
});
