-- no transaction
-- A scrape counts the mails of the last day that no server has taken, among all of two years.
create index concurrently outbox_given_up on outbox (given_up_at) where given_up_at is not null;
