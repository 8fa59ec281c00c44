-- Reads the tables while others write to them.
alter table ledger_entries validate constraint ledger_entries_shortfall;
alter table payment_complements validate constraint payment_complements_cancelled;
