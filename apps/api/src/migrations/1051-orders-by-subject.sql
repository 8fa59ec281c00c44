-- no transaction
-- Money that goes back to its payer belongs to no client, so an order is found by its own id. What is paid has one open order.
create unique index concurrently transfer_orders_by_id on transfer_orders (order_id);
create unique index concurrently transfer_orders_by_subject on transfer_orders (coalesce(payment_id, client_id), attempt)
  where purpose <> 'deposit';
create unique index concurrently transfer_orders_open_subject on transfer_orders (coalesce(payment_id, client_id))
  where purpose <> 'deposit' and state in ('ordered', 'sent');
