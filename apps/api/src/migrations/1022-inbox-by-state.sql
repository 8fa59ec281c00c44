-- With the state, so that the sizes of the queues are counted in the index alone: without it, a million invoices made each look at the
-- inbox read every waiting sale.
drop index sales_inbox;
create index sales_inbox on sales (state, promised_at, sale_id) where state in ('requested', 'returned', 'proposed', 'answered');
