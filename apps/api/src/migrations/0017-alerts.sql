-- What the lender's operators must look at. The same alert is raised once, even after it was closed.
create table alerts (
  alert_id uuid primary key,
  client_id uuid references clients,
  kind text not null check (kind in ('certificate-expiry', 'tax-objection', 'listed-taxpayer', 'invoicing-refused', 'list-refused', 'transfer')),
  subject text not null,
  reason text not null,
  details jsonb not null default '{}',
  raised_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid references operators,
  unique (kind, subject, reason),
  check ((closed_at is null) = (closed_by is null))
);
create index alerts_newest on alerts (raised_at desc, alert_id);
create index alerts_of_client on alerts (client_id);

call protect_tenant_table('alerts');
grant insert on alerts to anticipa_tenant;
grant select, insert on alerts to anticipa_worker;
grant select, insert, update (closed_at, closed_by) on alerts to anticipa_operator;
