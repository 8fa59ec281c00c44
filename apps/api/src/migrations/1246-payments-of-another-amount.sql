-- The bank moved another amount than the books have for a payment: what is too much is owed by who has it, like money that went to a
-- wrong account, and what is missing is to be deposited still. Both in the lender's own journal: the payment of the client stands.
-- small table: returned_payments
-- small table: lender_entries
alter table returned_payments
  -- The amount that the bank moved; `amount` is then the difference, and `returned_on` the day of the payment.
  add column moved numeric(18, 2) check (moved > 0),
  add column withdrawn_on date,
  drop constraint returned_payments_subject,
  add constraint returned_payments_subject check (
    (purpose = 'return') = (client_id is null)
    and case when moved is null then
      (purpose = 'deposit') = (sale_id is not null) and (purpose = 'payout') = (payout_id is not null)
      and (purpose = 'return') = (payment_id is not null)
      and (purpose = 'return') = (entry_number is null) and (purpose = 'deposit' or paid_again_at is null)
    else num_nonnulls(sale_id, payout_id, payment_id, entry_number, paid_again_at) = 0 end),
  drop constraint returned_payments_recovered,
  add constraint returned_payments_recovered check (
    (went_elsewhere or moved is not null or recovered_on is null) and (recovered_on is not null or recovery_reference is null)
    and (not went_elsewhere and moved is null or reference is null)),
  add constraint returned_payments_withdrawn check (
    withdrawn_on is null or moved is not null and recovered_on is null and lost_on is null);
create unique index returned_payments_difference on returned_payments (purpose, tracking_key) where moved is not null and withdrawn_on is null;
grant update (withdrawn_on) on returned_payments to anticipa_operator;

alter table lender_entries
  drop constraint lender_entries_about,
  add constraint lender_entries_about check (
    (return_id is not null) = (
      event in ('wrong-account', 'wrong-account-loss', 'wrong-account-recovery', 'short-payment', 'short-payment-rest'))
    and (line_id is not null) = (event in ('bank-fee', 'bank-fee-iva'))
    and num_nonnulls(payment_id, return_id, line_id) = 1),
  drop constraint lender_entries_event,
  add constraint lender_entries_event check (
    (event, case when reverses is null then debit else credit end, case when reverses is null then credit else debit end) in (
      ('unidentified', 'BANCOS', 'COBROS_POR_IDENTIFICAR'),
      ('identification', 'COBROS_POR_IDENTIFICAR', 'ENTRE_DIARIOS'),
      ('send-back', 'COBROS_POR_IDENTIFICAR', 'POR_DEPOSITAR'),
      ('return', 'POR_DEPOSITAR', 'BANCOS'),
      ('refund', 'COBROS_POR_IDENTIFICAR', 'BANCOS'),
      ('wrong-account', 'DEUDORES', 'BANCOS'),
      ('wrong-account-loss', 'QUEBRANTOS', 'DEUDORES'),
      ('wrong-account-recovery', 'BANCOS', 'DEUDORES'),
      ('wrong-account-recovery', 'BANCOS', 'QUEBRANTOS'),
      ('short-payment', 'BANCOS', 'POR_DEPOSITAR'),
      ('short-payment-rest', 'POR_DEPOSITAR', 'BANCOS'),
      ('bank-fee', 'GASTOS_BANCARIOS', 'BANCOS'),
      ('bank-fee-iva', 'IVA_ACREDITABLE', 'BANCOS')
    ));
drop index lender_entries_of_return;
create unique index lender_entries_of_return on lender_entries (return_id, event)
  where return_id is not null and event <> 'wrong-account-loss' and reverses is null;

-- Books an event of a payment that did not arrive as it should, or takes its last one back.
drop function append_wrong_account_entry;
create function append_return_entry(
  of_return uuid, event text, today date, at timestamptz, undoes boolean default false
) returns void language plpgsql as $$
declare
  entry lender_entries;
  back returned_payments;
  booked_event text := event;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger of the lender', 0));
  select last.entry_number, last.hash into entry.entry_number, entry.previous_hash
  from lender_entries last order by last.entry_number desc limit 1;
  entry.entry_number := coalesce(entry.entry_number, 0) + 1;
  entry.previous_hash := coalesce(entry.previous_hash, decode(repeat('00', 32), 'hex'));
  entry.event := booked_event;
  entry.return_id := of_return;
  select returned.* into strict back from returned_payments returned where returned.return_id = of_return;
  entry.currency := back.currency;
  entry.amount := back.amount;
  if undoes then
    select booked.entry_number, booked.credit, booked.debit into strict entry.reverses, entry.debit, entry.credit
    from lender_entries booked
    where booked.return_id = of_return and booked.event = booked_event and booked.reverses is null
    order by booked.entry_number desc limit 1;
  else
    entry.debit := case booked_event
      when 'wrong-account' then 'DEUDORES' when 'wrong-account-loss' then 'QUEBRANTOS' when 'short-payment-rest' then 'POR_DEPOSITAR'
      else 'BANCOS' end;
    entry.credit := case booked_event
      when 'wrong-account-loss' then 'DEUDORES'
      when 'wrong-account-recovery' then case when back.lost_on is null then 'DEUDORES' else 'QUEBRANTOS' end
      when 'short-payment' then 'POR_DEPOSITAR'
      else 'BANCOS' end;
  end if;
  -- The bank moved another amount on the day of the payment.
  entry.value_date := case when back.moved is not null and booked_event in ('wrong-account', 'short-payment') then back.returned_on else today end;
  entry.booked_on := booked_on(entry.value_date, today);
  entry.recorded_at := at;
  entry.hash := lender_hash(entry);
  insert into lender_entries select entry.*;
end
$$;
