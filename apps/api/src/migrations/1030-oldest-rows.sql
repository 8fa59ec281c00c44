-- no transaction
-- The purges find the oldest rows by these. Ranges of pages would not do: a table that is purged is filled again from its beginning.
create index concurrently idempotency_oldest on idempotency (created_at);
create index concurrently sessions_oldest on sessions (expires_at);
create index concurrently login_attempts_oldest on login_attempts (attempted_at);
create index concurrently rate_counters_oldest on rate_counters (window_start);
create index concurrently outbox_oldest on outbox (created_at);
drop index concurrently if exists outbox_by_age;
