-- Months whose account statement was mailed to the client's administrators.

create table monthly_statements (
  client_id uuid not null references clients,
  month date not null check (extract(day from month) = 1),
  queued_at timestamptz not null,
  primary key (client_id, month)
);
call protect_tenant_table('monthly_statements');
grant select, insert on monthly_statements to anticipa_worker;
