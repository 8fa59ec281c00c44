-- no transaction
-- The holds in another currency than their line: few, and measured anew at each look at a sale of their client.
create index concurrently credit_holds_converted on credit_holds (client_id) where exchange_rate <> 1;
