-- Reports add up the lines of each invoice. The planner took client and document for independent, expected twelve times as many invoices
-- as there are, and sorted all lines on disk instead of adding them up in memory.
create statistics ledger_lines_documents (ndistinct) on client_id, document_id from ledger_lines;
analyze ledger_lines;
