-- Lines are written with their entry, four for each invoice, and a foreign key searched the entry for each of them. These triggers guarantee
-- the same for all lines of a statement at once: no line without its entry, and no entry goes while it has lines.

create function need_entries() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  if exists (
    select from (select distinct client_id, entry_number from written) line
    where not exists (
      select from ledger_entries entry where entry.client_id = line.client_id and entry.entry_number = line.entry_number
    )
  ) then
    raise exception 'a line without its entry' using errcode = 'foreign_key_violation', constraint = 'ledger_lines_of_entry';
  end if;
  return null;
end
$$;
create trigger ledger_lines_written after insert on ledger_lines referencing new table as written
  for each statement execute function need_entries();
create trigger ledger_lines_changed after update on ledger_lines referencing new table as written
  for each statement execute function need_entries();

-- Only the owner can delete an entry. It waits for all writers of lines, and those who come later find no entry.
create function keep_entry_of_lines() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  lock table ledger_lines in share row exclusive mode;
  if exists (select from ledger_lines where client_id = old.client_id and entry_number = old.entry_number) then
    raise exception 'an entry with lines' using errcode = 'foreign_key_violation', constraint = 'ledger_lines_of_entry';
  end if;
  return null;
end
$$;
create trigger ledger_entries_gone after delete or update of client_id, entry_number on ledger_entries
  for each row execute function keep_entry_of_lines();
-- The policies bind the owner too.
create policy owner on ledger_lines for select to current_user using (true);

alter table ledger_lines drop constraint ledger_lines_client_id_entry_number_fkey;
