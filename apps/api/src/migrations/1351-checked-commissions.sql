-- Reads the tables while others write to them.
alter table sale_items validate constraint sale_items_commission;
alter table sale_items validate constraint sale_items_deposit;
alter table invoices validate constraint invoices_deposit;
alter table interest_invoices validate constraint interest_invoices_kind_check;
alter table interest_invoices validate constraint interest_invoices_commission;
alter table ledger_lines validate constraint ledger_lines_account_check;
alter table ledger_entries validate constraint ledger_entries_event_check;
alter table ledger_entries validate constraint ledger_entries_about;
alter table lender_entries validate constraint lender_entries_event;
