-- A commission of the bank is booked in the lender's own journal from its movement: what it cost, and its IVA.
-- small table: lender_entries
-- small table: bank_lines
alter table lender_entries
  add column line_id uuid references bank_lines,
  drop constraint lender_entries_about,
  add constraint lender_entries_about check (
    (return_id is not null) = (event in ('wrong-account', 'wrong-account-recovery'))
    and (line_id is not null) = (event in ('bank-fee', 'bank-fee-iva'))
    and num_nonnulls(payment_id, return_id, line_id) = 1),
  drop constraint lender_entries_event,
  add constraint lender_entries_event check (
    (event, case when reverses is null then debit else credit end, case when reverses is null then credit else debit end) in (
      ('unidentified', 'BANCOS', 'COBROS_POR_IDENTIFICAR'),
      ('identification', 'COBROS_POR_IDENTIFICAR', 'ENTRE_DIARIOS'),
      ('send-back', 'COBROS_POR_IDENTIFICAR', 'POR_DEPOSITAR'),
      ('return', 'POR_DEPOSITAR', 'BANCOS'),
      ('wrong-account', 'DEUDORES', 'BANCOS'),
      ('wrong-account-recovery', 'BANCOS', 'DEUDORES'),
      ('bank-fee', 'GASTOS_BANCARIOS', 'BANCOS'),
      ('bank-fee-iva', 'IVA_ACREDITABLE', 'BANCOS')
    ));
create index lender_entries_of_line on lender_entries (line_id) where line_id is not null;

create or replace function refuse_inexact_lender_reversal() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  if not exists (
    select from lender_entries entry
    where entry.entry_number = new.reverses and entry.entry_number < new.entry_number and entry.reverses is null
      and (entry.event, coalesce(entry.payment_id, entry.return_id, entry.line_id), entry.currency, entry.amount, entry.debit, entry.credit)
        = (new.event, coalesce(new.payment_id, new.return_id, new.line_id), new.currency, new.amount, new.credit, new.debit)
  ) then
    raise exception 'lender entry % does not reverse entry %', new.entry_number, new.reverses
      using errcode = 'check_violation', constraint = 'lender_entries_reversal';
  end if;
  return null;
end
$$;

create or replace function lender_hash(entry lender_entries) returns bytea language sql stable as $$
  select sha256(convert_to(concat_ws('|', encode(entry.previous_hash, 'hex'), entry.entry_number, entry.event,
    coalesce(entry.payment_id, entry.return_id, entry.line_id), entry.currency, entry.amount, entry.debit, entry.credit, entry.value_date, entry.booked_on,
    to_char(entry.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reverses ' || entry.reverses), 'UTF8'))
$$;

-- Appends an entry for a commission of the bank, chained to the previous one. `reverses`: the entry that it cancels.
create function append_bank_fee(
  of_line uuid, event text, debit text, credit text, moved numeric, today date, at timestamptz, reverses bigint default null
) returns bigint language plpgsql as $$
declare
  entry lender_entries;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger of the lender', 0));
  select last.entry_number, last.hash into entry.entry_number, entry.previous_hash
  from lender_entries last order by last.entry_number desc limit 1;
  entry.entry_number := coalesce(entry.entry_number, 0) + 1;
  entry.previous_hash := coalesce(entry.previous_hash, decode(repeat('00', 32), 'hex'));
  entry.event := event;
  entry.line_id := of_line;
  select account.currency, line.booked_on into strict entry.currency, entry.value_date
  from bank_lines line join statement_accounts account using (account_id) where line.line_id = of_line;
  entry.amount := moved;
  entry.debit := debit;
  entry.credit := credit;
  entry.booked_on := booked_on(entry.value_date, today);
  entry.recorded_at := at;
  entry.reverses := reverses;
  entry.hash := lender_hash(entry);
  insert into lender_entries select entry.*;
  return entry.entry_number;
end
$$;

-- A movement is decided once, but a commission that was reversed waits again.
alter table bank_lines
  drop constraint bank_lines_booked_as_check,
  add constraint bank_lines_booked_as_check check (booked_as in ('receipt', 'deposit', 'payout', 'return', 'fee'));
create or replace function keep_bank_line() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state in ('booked', 'ignored') and (old.booked_as is distinct from 'fee' or new.state <> 'waiting') then
    raise check_violation using message = 'a movement of the bank is decided once', constraint = 'bank_lines_final';
  end if;
  return new;
end
$$;
