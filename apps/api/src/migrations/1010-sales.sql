-- Sales and their terms.

create table extra_holidays (
  holiday date primary key,
  name text not null
);

create table terms_versions (
  version text primary key,
  body text not null,
  published_at timestamptz not null
);

create table sales (
  client_id uuid not null references clients,
  sale_id uuid not null,
  number_of_sale integer not null,
  product text not null check (product in ('BI', 'FB')),
  currency text not null check (currency in ('MXN', 'USD')),
  -- 'returned': the lender waits for the client's correction. 'proposed': its answer waits for a second person.
  state text not null check (state in (
    'held', 'quoted', 'requested', 'returned', 'proposed', 'answered', 'disbursed', 'cancelled', 'expired'
  )),
  -- Indexed instead of the state: fixing the terms and the lender's answer change no index entry.
  is_open boolean not null generated always as (state in ('held', 'quoted')) stored,
  created_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  terms_version text references terms_versions,
  terms_hash text,
  contract_text text,
  -- Number of sales in the contract text, which are accepted together.
  contract_sales integer,
  requested_at timestamptz,
  -- When its deposit arrives at the latest, as promised to the client with the request.
  promised_at timestamptz,
  answered_at timestamptz,
  -- Operator who answered, and the second person of an answer that needed one.
  answered_by uuid references operators,
  confirmed_by uuid references operators,
  disbursed_at timestamptz,
  -- By the client; a sale declined by the lender ends with its answer.
  cancelled_at timestamptz,
  tracking_key text unique,
  -- Amount that the client received, by which it knows the sale from its bank.
  deposit_cents bigint,
  -- The account that received the deposit.
  clabe text check (clabe is null or disbursed_at is not null),
  -- Counts the changes, so that an answer to an older one is recognised.
  version integer not null default 1,
  primary key (client_id, sale_id),
  unique (client_id, number_of_sale),
  -- For the lender, who finds a sale by its id alone.
  unique (sale_id),
  foreign key (client_id, created_by) references users (client_id, user_id),
  check (not is_open or expires_at is not null),
  check (num_nonnulls(terms_version, terms_hash, contract_text, contract_sales) in (0, 4)),
  check ((requested_at is null) = (promised_at is null)),
  check (answered_by is null or answered_at is not null),
  constraint sales_second_person check (confirmed_by is null or (answered_by is not null and confirmed_by <> answered_by)),
  check ((state = 'disbursed') = (disbursed_at is not null)),
  check ((state = 'cancelled' and answered_at is null) = (cancelled_at is not null))
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.01);
create function count_version() returns trigger
language plpgsql
as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;
create trigger sales_versions before update on sales for each row execute function count_version();

create function keep_deposit() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  new.deposit_cents := (
    select sum(initial_deposit) * 100 from sale_items
    where client_id = new.client_id and sale_id = new.sale_id and is_live
  );
  return new;
end
$$;
create trigger sales_deposited before update of state on sales
  for each row when (new.state = 'disbursed' and old.state <> 'disbursed') execute function keep_deposit();

create index sales_expiring on sales (expires_at) where is_open;
create index sales_disbursed on sales (disbursed_at) where disbursed_at is not null;
-- Without the state, which every step changes: few sales end without a deposit or a cancellation.
create index sales_inbox on sales (promised_at, sale_id)
  where promised_at is not null and disbursed_at is null and cancelled_at is null;
create index sales_by_deposit on sales (client_id, deposit_cents) where deposit_cents is not null;

alter table invoices add foreign key (client_id, sale_id) references sales (client_id, sale_id);

create table sale_items (
  client_id uuid not null,
  sale_id uuid not null,
  document_id uuid not null,
  position integer not null,
  state text not null check (state in ('held', 'authorised', 'rejected', 'disbursed', 'released')),
  -- Indexed instead of the state: a step between live states changes no index entry.
  is_live boolean not null generated always as (state in ('held', 'authorised', 'disbursed')) stored,
  motive text,
  -- Note of the operator who decided, for the lender only.
  note text,
  previous_status integer not null check (previous_status in (0, 10, 20)),
  previous_motive text,
  previous_rejected_at timestamptz,
  purchase_order text,
  emitted_on date not null,
  due_date date not null,
  payment_days integer not null check (payment_days >= 1),
  interest_rate numeric(12, 8) not null,
  advance_percent numeric(12, 8) not null,
  days_in_year integer not null,
  iva_rate numeric(12, 8) not null,
  total numeric(18, 2) not null check (total > 0),
  interest numeric(18, 2) not null check (interest >= 0),
  iva numeric(18, 2) not null check (iva >= 0),
  aforo numeric(18, 2) not null check (aforo >= 0),
  advance numeric(18, 2) not null check (advance >= 0),
  initial_deposit numeric(18, 2) not null check (initial_deposit > 0),
  -- Fixed with the sale like every other term; changes of the line apply to later sales.
  moratory_rate numeric(12, 8) not null check (moratory_rate >= 0),
  early_rebate boolean not null default false,
  primary key (client_id, sale_id, document_id),
  foreign key (client_id, sale_id) references sales (client_id, sale_id),
  foreign key (client_id, document_id) references invoices (client_id, document_id),
  check (advance + aforo = total),
  check (initial_deposit + aforo + interest = total)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.01);
-- An invoice is in at most one live sale.
create unique index sale_items_live on sale_items (client_id, document_id) where is_live;

create table acceptances (
  client_id uuid not null,
  sale_id uuid not null,
  user_id uuid not null,
  terms_version text not null references terms_versions,
  terms_hash text not null,
  accepted_at timestamptz not null,
  address text not null,
  user_agent text not null,
  primary key (client_id, sale_id),
  foreign key (client_id, sale_id) references sales (client_id, sale_id),
  foreign key (client_id, user_id) references users (client_id, user_id)
);

-- Constancias (NOM-151) of accepted contracts: a certified provider's time stamp over the hash of the text. What a provider
-- issued is kept whether or not it is valid, and bought again only within limits.
create table constancias (
  client_id uuid not null references clients,
  -- SHA-256 of the contract text; sales accepted together share it. Also our key at the provider.
  terms_hash text not null check (terms_hash ~ '^[0-9a-f]{64}$'),
  requested_at timestamptz not null,
  -- When the next attempt is due; later than its call while a worker makes one.
  due_at timestamptz not null,
  attempts integer not null default 0,
  last_error text,
  -- Calls to the provider that may have bought one; written before each, so that from then on the provider is asked before
  -- the hash is sent again.
  orders integer not null default 0,
  provider_id text,
  -- RFC 3161 TimeStampResp, verified on receipt, and how that ended.
  token bytea,
  verdict text,
  -- The certificates that verify it, in PEM, the root last.
  chain text,
  issued_at timestamptz,
  primary key (client_id, terms_hash),
  check (num_nonnulls(provider_id, token, verdict) in (0, 3)),
  -- Both only of a valid token.
  check (num_nonnulls(chain, issued_at) in (0, 2)),
  check (issued_at is null or token is not null)
);
create index constancias_due on constancias (due_at) where issued_at is null;

-- Corrections that the lender asked of the client, and the client's notes with them.
create table sale_returns (
  client_id uuid not null,
  sale_id uuid not null,
  return_number integer not null check (return_number >= 1),
  message text not null,
  -- The invoices that the message is about; all if empty.
  document_ids uuid[] not null,
  returned_by uuid not null references operators,
  returned_at timestamptz not null,
  note text,
  resent_by uuid,
  resent_at timestamptz,
  primary key (client_id, sale_id, return_number),
  foreign key (client_id, sale_id) references sales (client_id, sale_id),
  foreign key (client_id, resent_by) references users (client_id, user_id),
  check ((resent_by is null) = (resent_at is null)),
  check (note is null or resent_at is not null)
);
create unique index sale_returns_open on sale_returns (client_id, sale_id) where resent_at is null;

-- Operators who have a sale on their screen: it is read again every 15 seconds.
create table sale_viewers (
  client_id uuid not null,
  sale_id uuid not null,
  operator_id uuid not null references operators,
  seen_at timestamptz not null,
  primary key (client_id, sale_id, operator_id),
  foreign key (client_id, sale_id) references sales (client_id, sale_id)
);
create index sale_viewers_of_operator on sale_viewers (operator_id);

-- When a person was last sent the summary of a sale.
create table summary_mails (
  client_id uuid not null,
  sale_id uuid not null,
  user_id uuid not null,
  asked_at timestamptz not null,
  primary key (client_id, sale_id, user_id),
  foreign key (client_id, sale_id) references sales (client_id, sale_id),
  foreign key (client_id, user_id) references users (client_id, user_id)
);

call protect_tenant_table('sales', 'sale_items', 'acceptances', 'constancias', 'sale_returns', 'sale_viewers', 'summary_mails');

grant select on extra_holidays, terms_versions to anticipa_tenant, anticipa_operator, anticipa_worker;
grant insert, update on extra_holidays, terms_versions to anticipa_operator;
grant delete on extra_holidays to anticipa_operator;
grant select, insert, update on sales, sale_items to anticipa_tenant;
grant select, update on sales, sale_items to anticipa_operator, anticipa_worker;
grant select, insert, update (asked_at) on summary_mails to anticipa_tenant;
grant select, insert on acceptances to anticipa_tenant;
grant select on acceptances to anticipa_operator, anticipa_worker;
grant select, update (note, resent_by, resent_at) on sale_returns to anticipa_tenant;
grant select, insert on sale_returns to anticipa_operator;
grant select on sale_returns to anticipa_worker;
grant select, insert, update (seen_at), delete on sale_viewers to anticipa_operator;
grant select, insert on constancias to anticipa_tenant;
grant select, update (orders, due_at) on constancias to anticipa_operator;
grant select, update on constancias to anticipa_worker;
