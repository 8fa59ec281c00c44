import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
  await db.upgrade('1080-reversals.sql');
});
afterAll(() => db.close());

it('[DIN-41] nothing of an earlier release is reversed, and each closed shortfall keeps its entry', async () => {
  const { rows } = await db.owner.query(`
    select 1 from collections where reversed_at is not null
    union all select 2 from payouts where reversed_at is not null
    union all select 3 from shortfalls where reversed_at is not null or shortfall_id <> document_id
    union all select 4 from payment_complements where not active
    union all select 5 from invoices where returned_before <> 0`);
  expect(rows).toEqual([]);
});

it('[DIN-41] a debt may grow beyond its limit, a hold may not', async () => {
  await db.owner.query('update credit_lines set credit_limit = used + held');
  await db.owner.query('update credit_lines set used = used + 1');
  await expect(db.owner.query('update credit_lines set held = held + 1')).rejects.toMatchObject({
    constraint: 'credit_lines_within_limit',
  });
});
