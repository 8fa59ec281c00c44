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
  -- Part of the amount, up to and including the last day for which it is right.
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

call protect_tenant_table('payment_references');
grant select, insert, update (state, cancelled_by, cancelled_at) on payment_references to anticipa_tenant;
grant select, update on payment_references to anticipa_operator, anticipa_worker;
grant usage on sequence payment_reference_numbers to anticipa_tenant;
