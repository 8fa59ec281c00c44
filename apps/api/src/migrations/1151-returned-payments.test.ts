import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-13] the upgrade makes only those deposits due again that had come back', async () => {
  const { owner } = db;
  await owner.query(`
    update transfer_orders set state = 'returned', failure = 'La cuenta está bloqueada' where order_id = (
      select order_id from transfer_orders join sales using (client_id, sale_id)
      where transfer_orders.state = 'paid' and transfer_orders.tracking_key = sales.tracking_key limit 1)`);
  await db.upgrade('1151-returned-payments.sql');
  const { rows } = await owner.query(`
    select back.reason, back.tracking_key = sales.tracking_key as is_current, back.amount = sum(line.debit) as is_whole
    from returned_payments back join sales using (client_id, sale_id)
    join ledger_entries entry on entry.client_id = back.client_id and entry.reverses = back.entry_number
    join ledger_lines line on line.client_id = entry.client_id and line.entry_number = entry.entry_number and account = 'BANCOS'
    group by back.return_id, sales.client_id, sales.sale_id`);
  expect(rows).toEqual([{ reason: 'La cuenta está bloqueada', is_current: true, is_whole: true }]);
  await expect(
    owner.query(`
      select append_entries(client_id, jsonb_build_array(jsonb_build_object('event', event, 'currency', currency, 'valueDate', value_date,
        'saleId', sale_id, 'lines', (select jsonb_agg(jsonb_build_object('account', account, 'document', document_id, 'debit', debit, 'credit', credit))
          from ledger_lines line where line.client_id = entry.client_id and line.entry_number = entry.entry_number))), value_date, now())
      from ledger_entries entry where event = 'disbursement' and reverses is null
        and sale_id not in (select sale_id from returned_payments) limit 1`),
  ).rejects.toMatchObject({ code: '23505' });
});
