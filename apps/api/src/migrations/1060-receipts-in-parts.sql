-- A receipt may be applied in parts: each is a payment of one client, and what is left stays in the lender's journal.
-- small table: unidentified_payments
-- small table: lender_entries

alter table unidentified_payments
  -- The invoices that it named, in order of id, if it carried no reference.
  add column named_ids uuid[],
  -- Party that paid, as it was typed or found.
  add column payer text check (payer in ('debtor', 'client')),
  add constraint unidentified_payments_unmatched
    check (reason in ('unknown', 'cancelled', 'expired', 'paid', 'reversed', 'parts', 'early', 'double')),
  drop constraint unidentified_payments_reason_check;
grant update (state) on unidentified_payments to anticipa_worker;

-- The place of a payment among those of its receipt.
alter table collections add column part integer not null default 1;

-- Nothing is taken from a receipt that is not left of it.
create function refuse_overdrawn_receipt() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  if (
    select sum(case when credit = 'COBROS_POR_IDENTIFICAR' then amount else -amount end) from lender_entries
    where payment_id = new.payment_id and 'COBROS_POR_IDENTIFICAR' in (debit, credit)
  ) < 0 then
    raise exception 'lender entry % takes more than is left of receipt %', new.entry_number, new.payment_id
      using errcode = 'check_violation', constraint = 'lender_entries_left';
  end if;
  return null;
end
$$;
create constraint trigger lender_entries_left after insert on lender_entries
  for each row when (new.debit = 'COBROS_POR_IDENTIFICAR') execute function refuse_overdrawn_receipt();

-- Appends an entry for a receipt, chained to the previous one. `moved`: its amount, by default the whole receipt or what the entry that
-- it cancels (`reverses`) moved. Returns its number.
drop function append_lender_entry(uuid, text, text, text, date, date, timestamptz, bigint);
create function append_lender_entry(
  of_payment uuid, event text, debit text, credit text, value_date date, today date, at timestamptz, reverses bigint default null,
  moved numeric default null
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
  entry.payment_id := of_payment;
  select payment.currency, coalesce(moved, undone.amount, payment.amount) into strict entry.currency, entry.amount
  from unidentified_payments payment left join lender_entries undone on undone.entry_number = append_lender_entry.reverses
  where payment.payment_id = of_payment;
  entry.debit := debit;
  entry.credit := credit;
  entry.value_date := value_date;
  entry.booked_on := booked_on(value_date, today);
  entry.recorded_at := at;
  entry.reverses := reverses;
  entry.hash := lender_hash(entry);
  insert into lender_entries select entry.*;
  return entry.entry_number;
end
$$;
