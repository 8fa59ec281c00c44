-- Who the lender serves and who signs in. Every tenant table starts its keys with client_id and is protected by
-- protect_tenant_table: the API's tenant role sees one client per transaction, whatever the query says.

create procedure protect_tenant_table(protected regclass)
language plpgsql
as $$
begin
  execute format('alter table %s enable row level security', protected);
  execute format('alter table %s force row level security', protected);
  execute format('create policy tenant on %s to anticipa_tenant using (client_id = current_client_id()) with check (client_id = current_client_id())', protected);
  execute format('create policy operator on %s to anticipa_operator using (true) with check (true)', protected);
  execute format('create policy worker on %s to anticipa_worker using (true) with check (true)', protected);
end
$$;

create table products (
  product_id uuid primary key,
  code text not null unique check (code in ('BI', 'FB')),
  display_name text not null
);

create table branches (
  branch text primary key,
  promoter_phone text not null
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
  last_number_of_sale integer not null default 0,
  created_at timestamptz not null
);

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
  primary key (client_id, product, currency)
);

create table users (
  client_id uuid not null references clients,
  user_id uuid not null unique,
  email text not null,
  password_hash text,
  first_name text not null,
  last_name text not null,
  mother_surname text not null default '',
  is_admin boolean not null default false,
  active boolean not null default true,
  sync_allowed boolean not null default false,
  must_change_password boolean not null default false,
  created_at timestamptz not null,
  primary key (client_id, user_id),
  check (active or not is_admin)
);
create unique index users_email on users (lower(email));

create table operators (
  operator_id uuid primary key,
  email text not null,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  active boolean not null default true,
  created_at timestamptz not null
);
create unique index operators_email on operators (lower(email));

-- Tokens are stored only as SHA-256. The cookie's token opens nothing but getSession.
create table sessions (
  session_id uuid primary key,
  token_hash bytea not null unique,
  cookie_hash bytea not null unique,
  client_id uuid,
  user_id uuid,
  operator_id uuid references operators,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  address text not null,
  user_agent text not null,
  foreign key (client_id, user_id) references users (client_id, user_id),
  check ((user_id is null) <> (operator_id is null)),
  check ((client_id is null) = (user_id is null))
);
create index sessions_by_user on sessions (client_id, user_id) where ended_at is null;

create table login_attempts (
  attempt_id bigint generated always as identity primary key,
  account text not null,
  address text not null,
  attempted_at timestamptz not null,
  succeeded boolean not null
);
create index login_attempts_by_account on login_attempts (account, address, attempted_at);
create index login_attempts_by_address on login_attempts (address, attempted_at);

create table rate_counters (
  bucket text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (bucket, window_start)
);

create table audit (
  client_id uuid,
  audit_id bigint generated always as identity primary key,
  actor_kind text not null check (actor_kind in ('user', 'operator', 'worker', 'system')),
  actor_id uuid,
  action text not null,
  subject text not null,
  details jsonb not null default '{}',
  request_id text,
  recorded_at timestamptz not null
);
create index audit_by_subject on audit (client_id, subject, audit_id);

-- Side effects wait here, written in the transaction that caused them; the worker delivers each at least once.
create table outbox (
  client_id uuid not null references clients,
  outbox_id uuid not null,
  kind text not null,
  payload jsonb not null,
  message_id text not null unique,
  created_at timestamptz not null,
  delivered_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  primary key (client_id, outbox_id)
);

create function enqueue_outbox() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform enqueue_job(
    'deliver-outbox',
    json_build_object('clientId', new.client_id, 'outboxId', new.outbox_id),
    job_key => 'outbox:' || new.outbox_id
  );
  return new;
end
$$;
create trigger outbox_enqueued after insert on outbox for each row execute function enqueue_outbox();

-- The first answer of a keyed call, byte for byte; status is null while the call runs.
create table idempotency (
  client_id uuid not null references clients,
  key text not null,
  user_id uuid not null,
  route text not null,
  body_hash bytea not null,
  status integer,
  response bytea,
  created_at timestamptz not null,
  primary key (client_id, key)
);

call protect_tenant_table('client_products');
call protect_tenant_table('bank_accounts');
call protect_tenant_table('users');
call protect_tenant_table('audit');
call protect_tenant_table('outbox');
call protect_tenant_table('idempotency');
call protect_tenant_table('clients');
create policy auth on users to anticipa_auth using (true);
create policy auth on clients to anticipa_auth using (true);
create policy auth on client_products to anticipa_auth using (true);
create policy auth on bank_accounts to anticipa_auth using (true);
create policy auth on audit to anticipa_auth with check (true);

grant select on products, branches to anticipa_tenant, anticipa_operator, anticipa_auth, anticipa_worker;
grant insert, update on products, branches to anticipa_operator;
grant select on clients, client_products, bank_accounts to anticipa_tenant, anticipa_auth, anticipa_worker;
grant select, insert, update on clients, client_products, bank_accounts to anticipa_operator;
grant update (last_number_of_sale) on clients to anticipa_tenant;
grant select on users to anticipa_tenant, anticipa_worker;
grant select, insert, update on users, operators to anticipa_operator;
grant select on users, operators to anticipa_auth;
grant update (password_hash) on users, operators to anticipa_auth;
grant select, insert, update on sessions, rate_counters to anticipa_auth;
grant select, insert on login_attempts to anticipa_auth;
grant delete on rate_counters, login_attempts, sessions to anticipa_worker;
grant select on rate_counters, login_attempts, sessions to anticipa_worker;
grant insert, select on audit to anticipa_tenant, anticipa_operator, anticipa_worker;
grant insert on audit to anticipa_auth;
grant select, insert on outbox to anticipa_tenant, anticipa_operator, anticipa_worker;
grant update (delivered_at, attempts, last_error) on outbox to anticipa_worker;
grant select, insert, update on idempotency to anticipa_tenant;
grant select, delete on idempotency to anticipa_worker;
