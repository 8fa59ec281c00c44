import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-121] payments that came back before were made, and one that was never made went nowhere', async () => {
  await db.upgrade('1502-payments-never-made.sql');
  await db.owner.query('alter table returned_payments no force row level security');
  const { rows } = await db.owner.query('select from returned_payments where never_made');
  expect(rows).toEqual([]);
  const row = (wentElsewhere: boolean) =>
    db.owner.query(
      `insert into returned_payments (
         return_id, client_id, purpose, sale_id, entry_number, tracking_key, currency, amount, reason, returned_on, recorded_at, went_elsewhere,
         never_made
       )
       select gen_random_uuid(), client_id, 'deposit', sale_id, entry_number, 'MISTAKE1', currency, 1, 'era de otra venta', current_date, now(), $1,
         true
       from ledger_entries where event = 'disbursement' limit 1`,
      [wentElsewhere],
    );
  await expect(row(true)).rejects.toMatchObject({ constraint: 'returned_payments_never_made' });
  expect((await row(false)).rowCount).toBe(1);
});
