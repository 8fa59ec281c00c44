import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-106] the lender’s journal of an earlier version keeps its hashes, and only what went elsewhere can be lost', async () => {
  await db.upgrade('1245-wrong-account-losses.sql');
  const { rows } = await db.owner.query(
    'select count(*)::integer as entries, bool_and(hash = lender_hash(entry)) as same from lender_entries entry',
  );
  expect(rows).toEqual([{ entries: expect.any(Number), same: true }]);
  expect(rows[0].entries).toBeGreaterThan(0);
  const insert = db.owner.query(
    `insert into returned_payments (return_id, client_id, purpose, payout_id, entry_number, tracking_key, currency, amount, reason,
        returned_on, lost_on, recorded_at)
      select gen_random_uuid(), client_id, 'payout', payout_id, 1, 'K', 'MXN', 1, 'no llegó', current_date, current_date, now()
      from payouts limit 1`,
  );
  await expect(insert).rejects.toMatchObject({ constraint: 'returned_payments_lost' });
});
