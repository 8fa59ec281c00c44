-- no transaction
-- The entries of a day, for its sums; and the lines other than the daily interest of each invoice, which are nine tenths of all: a
-- client's statement and the movements of the bank read only these.
create index concurrently ledger_entries_recorded on ledger_entries (recorded_at);
create index concurrently lender_entries_recorded on lender_entries (recorded_at);
create index concurrently ledger_lines_beside_interest on ledger_lines (account, client_id, entry_number) include (document_id, debit, credit)
  where account not in ('INTERES_POR_DEVENGAR', 'INGRESO_INTERES');
