-- no transaction
-- A proof is found by its order: that of money that goes back to its payer belongs to no client.
create unique index concurrently transfer_proofs_by_order on transfer_proofs (order_id);
