-- Sums of the lines of both journals by the day on which they were recorded, once that day is over: a trial balance need not read
-- every line. All sums can be computed again: once the table is empty, the job of the next night refills it.
create table book_sums (
  recorded_on date not null,
  booked_on date not null,
  currency text not null,
  account text not null,
  -- For BANCOS what tells the bank account: the bank's key or the id of a row that has it, empty if unknown, and the direction of the money.
  bank_key text not null,
  is_inflow boolean not null,
  debit numeric(18, 2) not null,
  credit numeric(18, 2) not null,
  primary key (recorded_on, booked_on, currency, account, bank_key, is_inflow)
);
grant select on book_sums to anticipa_operator;
grant select, insert on book_sums to anticipa_worker;

-- An entry that was recorded on a day with sums would be missing in them.
-- small table: lender_entries
create function refuse_entry_of_summed_day() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  if exists (select from book_sums where recorded_on >= (new.recorded_at at time zone 'America/Mexico_City')::date) then
    raise exception 'an entry of a day that was summed' using errcode = 'check_violation', constraint = 'book_sums_whole';
  end if;
  return null;
end
$$;
create trigger book_sums_whole after insert on ledger_entries for each row execute function refuse_entry_of_summed_day();
create trigger book_sums_whole after insert on lender_entries for each row execute function refuse_entry_of_summed_day();
