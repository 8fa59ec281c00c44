-- no transaction
-- A month is invoiced once, and a CFDI of a deposit is none of a month.
create unique index concurrently interest_invoices_once_a_month on interest_invoices (client_id, month_cut, product, currency)
  where kind = 'interest' and invoice_type and active and sale_id is null;
drop index concurrently if exists interest_invoices_once;
create index concurrently sale_items_of_deposits on sale_items (client_id, document_id) where iva_regime = 'flujo';
