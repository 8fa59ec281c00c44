-- A payment that the lender made to the account of somebody else is due again, as one that came back. Who has the money owes it to the
-- lender until it is recovered, in the lender's own journal.
-- small table: returned_payments
-- small table: lender_entries
alter table returned_payments
  add column went_elsewhere boolean not null default false,
  add column recovered_on date,
  -- The bank's key of the recovered money, as a person types it; null if the bank reported it.
  add column recovery_reference text,
  add constraint returned_payments_recovered check (
    (went_elsewhere or recovered_on is null) and (recovered_on is not null or recovery_reference is null)
    and (not went_elsewhere or reference is null)
  );
grant update (recovered_on, recovery_reference) on returned_payments to anticipa_operator, anticipa_worker;

alter table lender_entries
  alter column payment_id drop not null,
  add column return_id uuid references returned_payments,
  drop constraint lender_entries_event,
  add constraint lender_entries_event check (
    (event, case when reverses is null then debit else credit end, case when reverses is null then credit else debit end) in (
      ('unidentified', 'BANCOS', 'COBROS_POR_IDENTIFICAR'),
      ('identification', 'COBROS_POR_IDENTIFICAR', 'ENTRE_DIARIOS'),
      ('send-back', 'COBROS_POR_IDENTIFICAR', 'POR_DEPOSITAR'),
      ('return', 'POR_DEPOSITAR', 'BANCOS'),
      ('wrong-account', 'DEUDORES', 'BANCOS'),
      ('wrong-account-recovery', 'BANCOS', 'DEUDORES')
    )),
  add constraint lender_entries_about check (
    (return_id is not null) = (event in ('wrong-account', 'wrong-account-recovery')) and (payment_id is null) = (return_id is not null));
create unique index lender_entries_of_return on lender_entries (return_id, event) where return_id is not null;

-- As before, with the returned payment where an entry has no unidentified one.
create or replace function lender_hash(entry lender_entries) returns bytea language sql stable as $$
  select sha256(convert_to(concat_ws('|', encode(entry.previous_hash, 'hex'), entry.entry_number, entry.event,
    coalesce(entry.payment_id, entry.return_id), entry.currency, entry.amount, entry.debit, entry.credit, entry.value_date, entry.booked_on,
    to_char(entry.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reverses ' || entry.reverses), 'UTF8'))
$$;

-- Books that a payment went to the account of somebody else, or that its money was recovered from there.
create function append_wrong_account_entry(of_return uuid, event text, today date, at timestamptz) returns void language plpgsql as $$
declare
  entry lender_entries;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger of the lender', 0));
  select last.entry_number, last.hash into entry.entry_number, entry.previous_hash
  from lender_entries last order by last.entry_number desc limit 1;
  entry.entry_number := coalesce(entry.entry_number, 0) + 1;
  entry.previous_hash := coalesce(entry.previous_hash, decode(repeat('00', 32), 'hex'));
  entry.event := event;
  entry.return_id := of_return;
  select back.currency, back.amount into strict entry.currency, entry.amount from returned_payments back where back.return_id = of_return;
  entry.debit := case event when 'wrong-account' then 'DEUDORES' else 'BANCOS' end;
  entry.credit := case event when 'wrong-account' then 'BANCOS' else 'DEUDORES' end;
  entry.value_date := today;
  entry.booked_on := booked_on(today, today);
  entry.recorded_at := at;
  entry.hash := lender_hash(entry);
  insert into lender_entries select entry.*;
end
$$;
