import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[LIB-127] nothing was estimated before, and stages neither fall nor share a day', async () => {
  await db.upgrade('1315-estimates.sql');
  expect((await db.owner.query('select from estimated_months')).rows).toEqual([]);
  const insert = (values: string) => db.owner.query(`insert into estimate_terms values ('2026-01-01', ${values})`);
  await expect(insert('31, 31, 1, 2, 3')).rejects.toThrow('estimate_terms_rise');
  await expect(insert('31, 90, 1, 0.99, 3')).rejects.toThrow('estimate_terms_rise');
  await expect(insert('31, 90, 1, 2, 100.01')).rejects.toThrow('percent3');
  await insert('31, 90, 1, 2, 100');
});
