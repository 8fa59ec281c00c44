-- Payments of invoices in credit.

-- Received money of unknown purpose: it belongs to no client until it is identified.
create table unidentified_payments (
  payment_id uuid primary key,
  tracking_key text not null unique,
  currency text not null check (currency in ('MXN', 'USD')),
  amount numeric(18, 2) not null check (amount > 0),
  value_date date not null,
  source text not null check (source in ('STP', 'REFERENCIA')),
  bank text not null,
  -- Copied as the payment carried it, in upper case.
  reference text not null,
  reason text not null check (reason in ('unknown', 'cancelled', 'expired', 'paid')),
  state text not null check (state in ('waiting', 'identified', 'sent-back', 'returned')),
  -- Null if it was found at the bank.
  registered_by uuid references operators,
  registered_at timestamptz not null,
  -- Tracking key of the transfer back to the payer.
  return_key text unique,
  check ((state = 'returned') = (return_key is not null))
);
create index unidentified_payments_by_state on unidentified_payments (state, registered_at);
grant select, insert, update (state, return_key) on unidentified_payments to anticipa_operator;
grant select, insert on unidentified_payments to anticipa_worker;

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
  -- Party that paid: the statement of collections (LIVA 1-C) lists payments of debtors, not of the client.
  payer text not null check (payer in ('debtor', 'client')),
  -- The payment reference, if the payment carried one.
  reference_id uuid,
  -- Otherwise the invoices it named, in order of id; a short payment may have left some of them without a share.
  named_ids uuid[],
  -- The money's record, if it waited to be identified; a payment is identified once.
  unidentified_id uuid unique references unidentified_payments,
  -- Null if it was found at the bank.
  registered_by uuid references operators,
  registered_at timestamptz not null,
  primary key (client_id, collection_id),
  foreign key (client_id, reference_id) references payment_references (client_id, reference_id),
  check ((reference_id is null) = (named_ids is not null))
);
grant select on collections to anticipa_tenant, anticipa_operator, anticipa_worker;
grant insert on collections to anticipa_operator, anticipa_worker;

-- Each payment's share for an invoice, with the late charges up to its value date and, if it settled the invoice, the rest.
create table collection_items (
  client_id uuid not null,
  collection_id uuid not null,
  document_id uuid not null,
  paid_amount numeric(18, 2) not null check (paid_amount > 0),
  -- Negative when a payment is registered after a later one: it lowers what that one was charged.
  late_charges numeric(18, 2) not null,
  late_charges_iva numeric(18, 2) not null,
  final_deposit numeric(18, 2) not null check (final_deposit >= 0),
  balance_due numeric(18, 2) not null check (balance_due >= 0),
  primary key (client_id, collection_id, document_id),
  foreign key (client_id, collection_id) references collections (client_id, collection_id),
  foreign key (client_id, document_id) references invoices (client_id, document_id)
);
create index collection_items_of_document on collection_items (client_id, document_id);
grant select on collection_items to anticipa_tenant, anticipa_operator, anticipa_worker;
grant insert on collection_items to anticipa_operator, anticipa_worker;

-- Shortfalls that an operator closed: the aforo pays what the receiver did not.
create table shortfalls (
  client_id uuid not null,
  document_id uuid not null,
  amount numeric(18, 2) not null check (amount > 0),
  closed_by uuid not null references operators,
  closed_at timestamptz not null,
  primary key (client_id, document_id),
  foreign key (client_id, document_id) references invoices (client_id, document_id)
);
grant select on shortfalls to anticipa_tenant, anticipa_operator, anticipa_worker;
grant insert on shortfalls to anticipa_operator;

-- Confirmed transfers of devoluciones to a client.
create table payouts (
  client_id uuid not null references clients,
  payout_id uuid not null,
  tracking_key text not null unique,
  currency text not null check (currency in ('MXN', 'USD')),
  amount numeric(18, 2) not null check (amount > 0),
  paid_on date not null,
  -- The account that received it; null if the client's products have several.
  clabe text,
  confirmed_by uuid not null references operators,
  confirmed_at timestamptz not null,
  primary key (client_id, payout_id)
);
call protect_tenant_table('collections', 'collection_items', 'shortfalls', 'payouts');
grant select on payouts to anticipa_tenant, anticipa_operator, anticipa_worker;
grant insert on payouts to anticipa_operator;

alter table invoices add foreign key (client_id, payout_id) references payouts (client_id, payout_id);
alter table invoices add foreign key (client_id, collection_id) references collections (client_id, collection_id);
