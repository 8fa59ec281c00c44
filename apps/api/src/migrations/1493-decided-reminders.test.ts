import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[AVI-26] a lender whose reminders are on before the upgrade has decided', async () => {
  await db.upgrade('1492-checked-parts-of-payments.sql');
  await db.owner.query(
    'insert into reminder_settings (is_on) values (true) on conflict (is_settings) do update set is_on = true',
  );
  await db.upgrade('1493-decided-reminders.sql');
  expect((await db.owner.query('select is_on, is_decided from reminder_settings')).rows).toEqual([
    { is_on: true, is_decided: true },
  ]);
});
