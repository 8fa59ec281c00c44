-- no transaction
-- An entry is reversed once, and an event is booked once for its subject, its reversal apart.
create unique index concurrently ledger_entries_reversed_once on ledger_entries (client_id, reverses) where reverses is not null;
create unique index concurrently ledger_entries_event_once on ledger_entries (client_id, event, subject)
  where event not in ('withdrawal', 'invoice-payment') and reverses is null;
drop index concurrently if exists ledger_entries_once;
