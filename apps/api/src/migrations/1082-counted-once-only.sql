-- The indexes of 1081 take the place of these.
alter table payouts drop constraint payouts_tracking_key_key;
alter table payment_complements drop constraint payment_complements_client_id_invoice_id_instalment_key;
