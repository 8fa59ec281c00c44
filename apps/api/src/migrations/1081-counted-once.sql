-- no transaction
-- A tracking key, and the instalment of a complement, are free again after a reversal.
create unique index concurrently collections_by_key on collections (tracking_key, part) where reversed_at is null;
drop index concurrently if exists collections_of_key;
create unique index concurrently payouts_by_key on payouts (tracking_key) where reversed_at is null;
create unique index concurrently payment_complements_instalment on payment_complements (client_id, invoice_id, instalment) where active;
create unique index concurrently payment_complements_set_off on payment_complements (client_id, invoice_id, document_id)
  where form = '17' and active;
create index concurrently payment_complements_cancelling on payment_complements (client_id) where cancel_state in ('requested', 'in-process');
drop index concurrently if exists payment_complements_compensated;
