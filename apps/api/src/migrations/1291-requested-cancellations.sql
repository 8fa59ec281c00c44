-- When the cancellation of a CFDI was requested: the complements that were cancelled since are a part of it.
alter table interest_invoices add column cancel_requested_at timestamptz;
grant update (cancel_requested_at) on interest_invoices to anticipa_operator, anticipa_worker;
