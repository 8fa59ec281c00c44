import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[AVI-02] the upgrade leaves the mail of sent sales on', async () => {
  await db.upgrade('1410-more-notices.sql');
  const { rows } = await db.owner.query('select bool_and(notify_sales) as sales from users');
  expect(rows).toEqual([{ sales: true }]);
});
