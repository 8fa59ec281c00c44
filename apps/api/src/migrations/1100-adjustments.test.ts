import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-64] only a settled invoice is written off, and none is at first', async () => {
  await db.upgrade('1100-adjustments.sql');
  expect((await db.owner.query('select from invoices where written_off <> 0')).rows).toEqual([]);
  const writeOff = db.owner.query('update invoices set written_off = 1 where status <> 40');
  await expect(writeOff).rejects.toThrow('invoices_written_off');
});
