-- Money that somebody else has and that will not be recovered is a loss of the lender, until it comes after all or is claimed again.
-- small table: returned_payments
-- small table: lender_entries
alter table returned_payments
  add column lost_on date,
  add constraint returned_payments_lost check (went_elsewhere or lost_on is null);
grant update (lost_on) on returned_payments to anticipa_operator;

alter table lender_entries
  drop constraint lender_entries_about,
  add constraint lender_entries_about check (
    (return_id is not null) = (event in ('wrong-account', 'wrong-account-loss', 'wrong-account-recovery'))
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
      ('bank-fee', 'GASTOS_BANCARIOS', 'BANCOS'),
      ('bank-fee-iva', 'IVA_ACREDITABLE', 'BANCOS')
    ));
-- A loss may be taken back, and come again.
drop index lender_entries_of_return;
create unique index lender_entries_of_return on lender_entries (return_id, event)
  where return_id is not null and event <> 'wrong-account-loss';
create index lender_entries_of_losses on lender_entries (return_id) where event = 'wrong-account-loss';

-- As before, with the loss; what is recovered after it reduces it. A loss that is taken back reverses its entry.
create or replace function append_wrong_account_entry(of_return uuid, event text, today date, at timestamptz) returns void language plpgsql as $$
declare
  entry lender_entries;
  was_lost boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger of the lender', 0));
  select last.entry_number, last.hash into entry.entry_number, entry.previous_hash
  from lender_entries last order by last.entry_number desc limit 1;
  entry.entry_number := coalesce(entry.entry_number, 0) + 1;
  entry.previous_hash := coalesce(entry.previous_hash, decode(repeat('00', 32), 'hex'));
  entry.event := case event when 'wrong-account-claim' then 'wrong-account-loss' else event end;
  entry.return_id := of_return;
  select back.currency, back.amount, back.lost_on is not null into strict entry.currency, entry.amount, was_lost
  from returned_payments back where back.return_id = of_return;
  entry.debit := case event when 'wrong-account-loss' then 'QUEBRANTOS' when 'wrong-account-recovery' then 'BANCOS' else 'DEUDORES' end;
  entry.credit := case
    when event = 'wrong-account' then 'BANCOS'
    when event = 'wrong-account-claim' or event = 'wrong-account-recovery' and was_lost then 'QUEBRANTOS'
    else 'DEUDORES' end;
  if event = 'wrong-account-claim' then
    select loss.entry_number into strict entry.reverses from lender_entries loss
    where loss.return_id = of_return and loss.event = 'wrong-account-loss' and loss.reverses is null
    order by loss.entry_number desc limit 1;
  end if;
  entry.value_date := today;
  entry.booked_on := booked_on(today, today);
  entry.recorded_at := at;
  entry.hash := lender_hash(entry);
  insert into lender_entries select entry.*;
end
$$;
