-- Tax data and branch of a client with the day from which its CFDI have them. `clients` has those in force; a row that is not applied yet waits for its day.
create table tax_data (
  client_id uuid not null references clients,
  place integer not null check (place >= 1),
  valid_from date not null,
  entity_name text not null,
  fiscal_regime text,
  postal_code text,
  branch text not null,
  -- Null for the data before the first change.
  approval_id uuid references approvals,
  applied_at timestamptz,
  primary key (client_id, place)
);
create index tax_data_waiting on tax_data (valid_from) where applied_at is null;
call protect_tenant_table('tax_data');
grant select, insert, update (applied_at) on tax_data to anticipa_operator;
grant select, update (applied_at) on tax_data to anticipa_worker;
grant update (entity_name, fiscal_regime, postal_code, branch) on clients to anticipa_worker;
