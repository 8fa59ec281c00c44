-- A unique index of 1051 takes the place of the primary key.
alter table transfer_proofs drop constraint transfer_proofs_client_id_order_id_fkey;
alter table transfer_orders
  drop constraint transfer_orders_pkey,
  add constraint transfer_orders_pkey primary key using index transfer_orders_by_id;
alter table transfer_orders alter column client_id drop not null, alter column sale_id drop not null;
alter table transfer_orders add constraint transfer_orders_subject check (
  (purpose = 'deposit') = (sale_id is not null) and (purpose = 'return') = (payment_id is not null)
  and (purpose = 'return') = (client_id is null)
) not valid;
alter table transfer_proofs add constraint transfer_proofs_order foreign key (order_id) references transfer_orders not valid;
alter table transfer_order_invoices add constraint transfer_order_invoices_order foreign key (order_id) references transfer_orders not valid;
