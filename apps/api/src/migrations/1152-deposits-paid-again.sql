-- no transaction
-- As before, except that a deposit that came back is booked again (1151).
create unique index concurrently ledger_entries_booked_once on ledger_entries (client_id, event, subject)
  where event not in ('withdrawal', 'invoice-payment', 'disbursement') and reverses is null;
create index concurrently ledger_entries_deposits on ledger_entries (client_id, subject) where event = 'disbursement';
drop index concurrently if exists ledger_entries_event_once;
