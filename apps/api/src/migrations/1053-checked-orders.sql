-- Reads the tables while others write to them.
alter table transfer_orders validate constraint transfer_orders_purpose;
alter table transfer_orders validate constraint transfer_orders_payment;
alter table transfer_orders validate constraint transfer_orders_subject;
alter table transfer_proofs validate constraint transfer_proofs_order;
alter table transfer_order_invoices validate constraint transfer_order_invoices_order;
