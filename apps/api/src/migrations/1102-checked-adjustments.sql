-- Reads the tables while others write to them.
alter table ledger_entries validate constraint ledger_entries_event_check;
alter table ledger_entries validate constraint ledger_entries_about;
alter table ledger_entries validate constraint ledger_entries_adjustment;
alter table ledger_lines validate constraint ledger_lines_account_check;
alter table credit_holds validate constraint credit_holds_face_check;
alter table invoices validate constraint invoices_settled_whole;
alter table invoices validate constraint invoices_settled_amounts;
alter table invoices validate constraint invoices_written_off;
