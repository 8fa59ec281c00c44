-- no transaction
-- An event is booked once for its adjustment, its reversal apart.
create unique index concurrently ledger_entries_adjusted_once on ledger_entries (client_id, event, adjustment_id)
  where adjustment_id is not null and reverses is null;
