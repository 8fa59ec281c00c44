-- While a client waits for an answer about an invoice, one alert is open. What it writes after that one was closed raises another.

-- small table: alerts
alter table alerts no force row level security;
update alerts older set closed_at = now(), closed_cause = 'ended'
where kind = 'client-message' and closed_at is null and exists (
  select from alerts newer
  where newer.kind = 'client-message' and newer.subject = older.subject and newer.closed_at is null
    and (newer.raised_at, newer.alert_id) > (older.raised_at, older.alert_id)
);
alter table alerts force row level security;
create unique index alerts_of_waiting_client on alerts (subject) where kind = 'client-message' and closed_at is null;
