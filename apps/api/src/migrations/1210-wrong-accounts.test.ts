import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-17] keeps the lender’s journal with its hashes, and refuses to recover a payment that came back', async () => {
  const entries = async () =>
    (await db.owner.query(`select entry_number, event, encode(hash, 'hex') as hash from lender_entries order by 1`))
      .rows;
  const before = await entries();
  await db.upgrade('1210-wrong-accounts.sql');
  expect(await entries()).toEqual(before);
  const { rows } = await db.owner.query(
    `select entry_number from lender_entries entry where hash <> lender_hash(entry) or payment_id is null`,
  );
  expect(rows).toEqual([]);
  const insert = db.owner.query(
    `insert into returned_payments (return_id, client_id, purpose, payout_id, entry_number, tracking_key, currency, amount, reason,
        returned_on, recovered_on, recorded_at)
      select gen_random_uuid(), client_id, 'payout', payout_id, 1, 'K', 'MXN', 1, 'no llegó', current_date, current_date, now()
      from payouts limit 1`,
  );
  await expect(insert).rejects.toMatchObject({ constraint: 'returned_payments_recovered' });
});
