-- no transaction
-- Earlier transfers from the account of a payer.
create index concurrently received_transfers_by_sender on received_transfers (sender_account) where state = 'booked';
-- Payments of a day.
create index concurrently collections_by_day on collections (registered_at);
