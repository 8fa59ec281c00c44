import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-88] no sale of an earlier release was loaded from a file, and none is without its reference', async () => {
  await db.upgrade('1200-loaded-portfolio.sql');
  expect((await db.owner.query('select from sales where load_id is not null')).rows).toEqual([]);
  await expect(db.owner.query(`update sales set load_reference = 'V-1'`)).rejects.toThrow('sales_loaded');
});
