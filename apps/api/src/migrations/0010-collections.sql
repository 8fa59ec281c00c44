-- Payments of invoices in credit.

-- Money that arrived. A tracking key is the bank's and counts once, whoever it was for.
create table collections (
  client_id uuid not null references clients,
  collection_id uuid not null,
  tracking_key text not null unique,
  currency text not null check (currency in ('MXN', 'USD')),
  amount numeric(18, 2) not null check (amount > 0),
  value_date date not null,
  source text not null check (source in ('STP', 'REFERENCIA')),
  bank text not null,
  -- The reference that the payment named, where it named one.
  reference_id uuid,
  registered_by uuid not null references operators,
  registered_at timestamptz not null,
  primary key (client_id, collection_id),
  foreign key (client_id, reference_id) references payment_references (client_id, reference_id)
);
call protect_tenant_table('collections');
grant select on collections to anticipa_tenant, anticipa_operator, anticipa_worker;
grant insert on collections to anticipa_operator;

alter table invoices add foreign key (client_id, collection_id) references collections (client_id, collection_id);
