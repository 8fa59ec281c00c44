import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[LIB-62] the upgrade closes no month, and days of booking are as before until one is closed', async () => {
  await db.upgrade('1280-closed-months.sql');
  const days = async (): Promise<unknown> =>
    (
      await db.owner.query(
        `select booked_on(date '2026-03-31', date '2026-04-03')::text as "bookedOn", open_day()::text as "openDay"`,
      )
    ).rows[0];
  expect(await days()).toEqual({ bookedOn: '2026-03-31', openDay: '1900-01-01' });
  await db.owner.query(
    `insert into closed_months select '2026-03-01', operator_id, '2026-04-02', '[]' from operators limit 1`,
  );
  expect(await days()).toEqual({ bookedOn: '2026-04-01', openDay: '2026-04-01' });
});
