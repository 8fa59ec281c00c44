-- Synchronisation with the tax authority. A client's password passes through to the provider and, unless the lender has set
-- keys for it, is stored nowhere.

create table sync_credentials (
  client_id uuid primary key references clients,
  -- Its id at the provider; null until that has answered, and after the client has disconnected.
  provider_id text,
  status integer not null check (status in (10, 20, 30, 40, 50)),
  -- User who gave the password: the invoices are imported in this user's name.
  submitted_by uuid not null,
  submitted_at timestamptz not null,
  -- Expiry of an e.firma; a password does not expire.
  expires_at timestamptz,
  foreign key (client_id, submitted_by) references users (client_id, user_id),
  check (status <> 20 or provider_id is not null)
);

-- Downloads, one at a time.
create table sync_runs (
  client_id uuid not null references clients,
  run_id uuid not null,
  state text not null check (state in ('requested', 'extracting', 'importing', 'finished', 'failed')),
  -- Older invoices are left out.
  issued_from timestamptz not null,
  -- Only invoices that changed since; null for all.
  changed_since timestamptz,
  requested_at timestamptz not null,
  -- Null for a daily one.
  requested_by uuid,
  extraction_id text,
  -- The credential that the provider had at the order; another one may have been given since.
  provider_id text,
  -- The next page at the provider.
  cursor text,
  -- When the next step is due, and until when a worker is taking one.
  due_at timestamptz not null,
  claimed_until timestamptz,
  ended_at timestamptz,
  last_error text,
  primary key (client_id, run_id),
  foreign key (client_id, requested_by) references users (client_id, user_id),
  check ((state in ('finished', 'failed')) = (ended_at is not null)),
  check (state not in ('extracting', 'importing') or extraction_id is not null)
);
create unique index sync_runs_open on sync_runs (client_id) where ended_at is null;
create index sync_runs_due on sync_runs (due_at) where ended_at is null;

-- Every CFDI that was imported or refused, so that none is read again or comes back after a user has deleted it.
create table synced_documents (
  client_id uuid not null,
  uuid text not null check (uuid = upper(uuid)),
  run_id uuid not null,
  -- Why it is no invoice of the portal.
  motive text,
  primary key (client_id, uuid),
  foreign key (client_id, run_id) references sync_runs
);
create index synced_documents_by_run on synced_documents (client_id, run_id);

-- Sealed with a key of the settings (AES-256-GCM, for the client).
create table sync_passwords (
  client_id uuid primary key references clients,
  key_id text not null,
  sealed bytea not null,
  kept_at timestamptz not null
);

call protect_tenant_table('sync_passwords', 'sync_credentials', 'sync_runs', 'synced_documents');

grant select, insert, update on sync_credentials, sync_runs to anticipa_tenant, anticipa_worker;
grant select (client_id), insert, update, delete on sync_passwords to anticipa_tenant;
grant select, update, delete on sync_passwords to anticipa_worker;
grant select, insert on synced_documents to anticipa_worker;
grant select on sync_credentials, sync_runs, synced_documents to anticipa_operator;
grant update (due_at) on sync_runs to anticipa_operator;
grant update (sat_sync_active, sat_last_sync, sat_downloading, sat_sync_at) on clients to anticipa_tenant, anticipa_worker;

-- The tax authority's list of article 69-B, which is public, and the cuts that were taken in.
create table listed_taxpayers (
  rfc text primary key,
  name text not null,
  -- The strictest one of a tax id that is listed more than once.
  situation text not null check (situation in ('definitivo', 'presunto', 'desvirtuado', 'sentencia-favorable'))
);

create table taxpayer_list_cuts (
  cut_id uuid primary key,
  cut_on date not null,
  rows integer not null check (rows > 0),
  -- Header of the download; null for a file uploaded by an operator.
  last_modified text,
  imported_at timestamptz not null,
  imported_by uuid references operators
);
create index taxpayer_list_cuts_newest on taxpayer_list_cuts (cut_on desc, imported_at desc);

grant select on listed_taxpayers to anticipa_tenant;
grant select, insert, update, delete on listed_taxpayers to anticipa_operator, anticipa_worker;
grant select, insert on taxpayer_list_cuts to anticipa_operator, anticipa_worker;
