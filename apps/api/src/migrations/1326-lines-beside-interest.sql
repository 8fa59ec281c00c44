-- no transaction
-- The entries of a day, for its sums; and a client's lines other than the daily interest of each invoice, which is nine tenths of all: its
-- statement reads the others.
create index concurrently ledger_entries_recorded on ledger_entries (recorded_at);
create index concurrently lender_entries_recorded on lender_entries (recorded_at);
create index concurrently ledger_lines_beside_interest on ledger_lines (client_id, entry_number) include (account, document_id, debit, credit)
  where account not in ('INTERES_POR_DEVENGAR', 'INGRESO_INTERES');
