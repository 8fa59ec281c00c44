import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[EFE-24] the upgrade asks no receiver, and keeps the alerts', async () => {
  const alerts = async () => (await db.owner.query('select alert_id, kind from alerts order by alert_id')).rows;
  const before = await alerts();
  await db.upgrade('1440-confirmations.sql');
  expect(await alerts()).toEqual(before);
  expect((await db.owner.query('select from confirmations')).rows).toEqual([]);
});
