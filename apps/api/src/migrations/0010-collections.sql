-- Payments of invoices in credit.

-- Received payments. The bank's tracking key is unique across all clients.
create table collections (
  client_id uuid not null references clients,
  collection_id uuid not null,
  tracking_key text not null unique,
  currency text not null check (currency in ('MXN', 'USD')),
  amount numeric(18, 2) not null check (amount > 0),
  value_date date not null,
  source text not null check (source in ('STP', 'REFERENCIA')),
  bank text not null,
  -- The payment reference, if the payment carried one.
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
