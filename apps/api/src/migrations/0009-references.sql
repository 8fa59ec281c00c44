-- Payment references.

create sequence payment_reference_numbers minvalue 1 maxvalue 99999999;

create table payment_references (
  client_id uuid not null references clients,
  reference_id uuid not null,
  reference text not null unique,
  currency text not null check (currency in ('MXN', 'USD')),
  -- Whether it is for the balances due of settled invoices; otherwise for invoices in credit.
  of_balance boolean not null default false,
  amount numeric(18, 2) not null check (amount > 0),
  -- Of the amount; up to and including the last day for which it is right.
  late_charges numeric(18, 2) not null check (late_charges between 0 and amount),
  valid_until date not null,
  count integer not null check (count >= 1),
  -- A live one whose last day has passed covers nothing any more; it is 'expired' once its invoices are referenced or paid again.
  state text not null check (state in ('live', 'cancelled', 'paid', 'expired')),
  created_by uuid not null,
  created_at timestamptz not null,
  cancelled_by uuid,
  cancelled_at timestamptz,
  primary key (client_id, reference_id),
  foreign key (client_id, cancelled_by) references users (client_id, user_id),
  check ((state = 'cancelled') = (cancelled_at is not null and cancelled_by is not null)),
  foreign key (client_id, created_by) references users (client_id, user_id)
);
create index payment_references_newest on payment_references (client_id, created_at desc, reference_id);

alter table invoices add foreign key (client_id, reference_id) references payment_references (client_id, reference_id);
alter table invoices add foreign key (client_id, balance_reference_id) references payment_references (client_id, reference_id);

-- The lender's accounts, one per currency.
create table lender_accounts (
  currency text primary key check (currency in ('MXN', 'USD')),
  bank text not null,
  beneficiary text not null,
  clabe text not null check (clabe ~ '^\d{18}$'),
  account text not null,
  swift text
);

-- The lender as in its CFDI, for the payment complements that clients issue to it; at most one row.
create table lender (
  is_lender boolean primary key default true check (is_lender),
  rfc text not null,
  name text not null,
  fiscal_regime text not null check (fiscal_regime ~ '^\d{3}$'),
  postal_code text not null check (postal_code ~ '^\d{5}$')
);

call protect_tenant_table('payment_references');
grant select, insert, update (state, cancelled_by, cancelled_at) on payment_references to anticipa_tenant;
grant select, update on payment_references to anticipa_operator, anticipa_worker;
grant usage on sequence payment_reference_numbers to anticipa_tenant;
grant select on lender, lender_accounts to anticipa_tenant, anticipa_operator, anticipa_worker;
grant insert, update on lender, lender_accounts to anticipa_operator;
