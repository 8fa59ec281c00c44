-- The lender's products and branches, and its clients.

create table products (
  product_id uuid primary key,
  code text not null unique check (code in ('BI', 'FB')),
  display_name text not null,
  -- When the IVA of the interest is due and its CFDI is issued. 'devengado': by month cut, as it accrues.
  iva_regime text not null default 'devengado' check (iva_regime in ('devengado'))
);

-- Until the lender names its products.
insert into products (product_id, code, display_name) values
  (gen_random_uuid(), 'BI', 'Anticipo Índice'), (gen_random_uuid(), 'FB', 'Factoraje');

create table branches (
  branch text primary key,
  promoter_phone text not null
);

-- Payment-order companies, with the digits that the bank has assigned to their CLABEs: bank, town and the first of the account.
create table clabe_ranges (
  stp_company text primary key check (stp_company ~ '^[A-Z0-9_]{1,15}$'),
  prefix text not null unique check (prefix ~ '^[0-9]{6,10}$')
);

create table clients (
  client_id uuid primary key,
  rfc text not null unique,
  entity_name text not null,
  tax_regime text not null check (tax_regime in ('PF', 'PFAE', 'PM')),
  branch text not null references branches,
  sync_allowed boolean not null default false,
  sat_sync_active boolean not null default false,
  sat_last_sync timestamptz,
  sat_downloading boolean not null default false,
  -- When the connection was made.
  sat_sync_at timestamptz,
  last_number_of_sale integer not null default 0,
  created_at timestamptz not null,
  -- Payment-order company of the client's CLABEs; without one the feature is not activated.
  stp_company text references clabe_ranges check (stp_company ~ '^[A-Z0-9_]{1,15}$'),
  -- Required in a CFDI besides name and tax id; without them a client's months cannot be invoiced.
  fiscal_regime text check (fiscal_regime ~ '^\d{3}$'),
  postal_code text check (postal_code ~ '^\d{5}$')
);

create index clients_by_name on clients (entity_name, client_id);

create table client_products (
  client_id uuid not null references clients,
  product text not null check (product in ('BI', 'FB')),
  authorised boolean not null,
  active boolean not null,
  requires_ppd boolean not null default false,
  primary key (client_id, product)
);

create table bank_accounts (
  client_id uuid not null references clients,
  product text not null check (product in ('BI', 'FB')),
  currency text not null check (currency in ('MXN', 'USD')),
  bank text not null,
  clabe text not null check (clabe ~ '^\d{18}$'),
  -- A changed account receives nothing before; null: at once.
  pays_from timestamptz,
  primary key (client_id, product, currency)
);

call protect_tenant_table('clients', 'client_products', 'bank_accounts');
create policy auth on clients to anticipa_auth using (true);
create policy auth on client_products to anticipa_auth using (true);
create policy auth on bank_accounts to anticipa_auth using (true);

grant select on products, branches to anticipa_tenant, anticipa_operator, anticipa_auth, anticipa_worker;
grant insert, update on products, branches to anticipa_operator;
grant select on clients, client_products, bank_accounts to anticipa_tenant, anticipa_auth, anticipa_worker;
grant select, insert, update on clients, client_products, bank_accounts to anticipa_operator;
grant update (last_number_of_sale) on clients to anticipa_tenant;
grant select on clabe_ranges to anticipa_tenant, anticipa_operator;
grant insert, update on clabe_ranges to anticipa_operator;
