import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-100] receipts of an earlier version keep their states, and one can be a payment that came back', async () => {
  const states = async () =>
    (await db.owner.query('select payment_id, state from unidentified_payments order by 1')).rows;
  const before = await states();
  await db.upgrade('1240-returns-that-were-kept.sql');
  expect(await states()).toEqual(before);
  expect(before.length).toBeGreaterThan(0);
  await db.owner.query(`update unidentified_payments set state = 'refund'`);
});
