-- The devoluciones of a transfer, for the calendar of a client and the answer to its confirmation.
create index invoices_of_a_payout on invoices (client_id, payout_id) where payout_id is not null;
