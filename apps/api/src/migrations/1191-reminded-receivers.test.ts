import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-77] no receiver of an older version is reminded', async () => {
  await db.upgrade('1191-reminded-receivers.sql');
  const { rows } = await db.owner.query('select distinct reminders_on from companies');
  expect(rows).toEqual([{ reminders_on: false }]);
});
