-- no transaction
-- The lines of an invoice other than its daily interest, which are nine tenths of all, for the reports of the portfolio.
create index concurrently ledger_lines_of_document_beside_interest on ledger_lines (client_id, document_id)
  include (account, entry_number, debit, credit) where account not in ('INTERES_POR_DEVENGAR', 'INGRESO_INTERES');
