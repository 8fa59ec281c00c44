-- The lender's own settings.

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

-- From whom e-mails come; at most one row.
create table mail_sender (
  is_sender boolean primary key default true check (is_sender),
  name text not null,
  address text not null
);

-- Whether the demo's robot answers sales. Only the demo's seed inserts the row.
create table demo_robot (
  is_robot boolean primary key default true check (is_robot),
  answers boolean not null
);

grant select on lender, lender_accounts to anticipa_tenant, anticipa_operator, anticipa_worker;
grant insert, update on lender, lender_accounts to anticipa_operator;
grant select on mail_sender to anticipa_operator, anticipa_worker;
grant insert, update on mail_sender to anticipa_operator;
grant select, update (answers) on demo_robot to anticipa_operator;
