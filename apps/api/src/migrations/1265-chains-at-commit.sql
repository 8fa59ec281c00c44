-- The program numbers, dates and chains entries; here the database refuses those that a role writes in another way. A writer's role sees
-- every client's rows, so the functions need no other rights.
-- small table: lender_entries

create function refuse_unchained_entry() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  last bytea := decode(repeat('00', 32), 'hex');
begin
  if new.entry_number > 1 then
    select hash into last from ledger_entries where client_id = new.client_id and entry_number = new.entry_number - 1;
  end if;
  if last is distinct from new.previous_hash then
    raise exception 'ledger entry % does not follow the last one', new.entry_number
      using errcode = 'check_violation', constraint = 'ledger_entries_chained';
  end if;
  if new.booked_on <> booked_on(new.value_date, (new.recorded_at at time zone 'America/Mexico_City')::date) then
    raise exception 'ledger entry % is not booked on its day', new.entry_number
      using errcode = 'check_violation', constraint = 'ledger_entries_booked_on_its_day';
  end if;
  return null;
end
$$;
create trigger ledger_entries_chained after insert on ledger_entries for each row execute function refuse_unchained_entry();

-- An entry's lines are written at once, after it. Lines that come later, even one, do not give its hash; an entry without any does not
-- balance at the commit.
create function refuse_unhashed_lines() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  if exists (
    select from (
      select client_id, entry_number, string_agg(
        ledger_line_text(row(client_id, entry_number, line_number, account, document_id, debit, credit)::ledger_lines),
        E'\n' order by line_number) as lines
      from written group by client_id, entry_number
    ) given join ledger_entries entry using (client_id, entry_number)
    where entry.hash <> ledger_hash(entry, given.lines)
  ) then
    raise exception 'lines that do not give the hash of their entry'
      using errcode = 'check_violation', constraint = 'ledger_lines_hashed';
  end if;
  return null;
end
$$;
create trigger ledger_lines_hashed after insert on ledger_lines referencing new table as written
  for each statement execute function refuse_unhashed_lines();

create function refuse_unchained_lender_entry() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  last bytea := decode(repeat('00', 32), 'hex');
begin
  if new.entry_number > 1 then
    select hash into last from lender_entries where entry_number = new.entry_number - 1;
  end if;
  if last is distinct from new.previous_hash or new.hash <> lender_hash(new) then
    raise exception 'lender entry % does not follow the last one', new.entry_number
      using errcode = 'check_violation', constraint = 'lender_entries_chained';
  end if;
  if new.booked_on <> booked_on(new.value_date, (new.recorded_at at time zone 'America/Mexico_City')::date) then
    raise exception 'lender entry % is not booked on its day', new.entry_number
      using errcode = 'check_violation', constraint = 'lender_entries_booked_on_its_day';
  end if;
  return null;
end
$$;
create trigger lender_entries_chained after insert on lender_entries for each row execute function refuse_unchained_lender_entry();
