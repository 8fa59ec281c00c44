-- no transaction
-- The lender lists what receivers owe to all clients. By these columns, which change only with the deposit and the settlement: an index on
-- the status or the due date would make each step of a sale write its index entries again.
create index concurrently invoices_in_credit on invoices (client_id, document_id) where deposited_on is not null and not is_settled;
