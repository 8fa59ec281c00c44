-- Reads the tables while others write to them.
alter table ledger_lines validate constraint ledger_lines_account_check;
alter table ledger_entries validate constraint ledger_entries_event_check;
alter table ledger_entries validate constraint ledger_entries_about;
