-- Reads the tables while others write to them.
alter table ledger_entries validate constraint ledger_entries_event_check;
alter table ledger_entries validate constraint ledger_entries_about;
alter table invoices validate constraint invoices_settled_amounts;
