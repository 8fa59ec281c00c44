-- Users of clients, operators of the lender, and requests to set a password.

create table users (
  client_id uuid not null references clients,
  user_id uuid not null unique,
  email text not null,
  password_hash text,
  -- Set by the person, who thereby proved that the e-mail is theirs.
  has_password boolean not null generated always as (password_hash is not null) stored,
  first_name text not null,
  last_name text not null,
  mother_surname text not null default '',
  is_admin boolean not null default false,
  active boolean not null default true,
  sync_allowed boolean not null default false,
  must_change_password boolean not null default false,
  created_at timestamptz not null,
  phone text not null default '' check (phone ~ '^(\d{10})?$'),
  mobile text not null default '' check (mobile ~ '^(\d{10})?$'),
  notify_initial_deposit boolean not null default true,
  notify_desync_sat boolean not null default true,
  added_by uuid,
  primary key (client_id, user_id),
  foreign key (client_id, added_by) references users (client_id, user_id),
  check (active or not is_admin),
  -- Printable ASCII only, so that look-alike letters cannot create a second account for an e-mail.
  constraint users_email_ascii check (email ~ '^[!-~]+$')
);
create unique index users_email on users (lower(email));

create table operators (
  operator_id uuid primary key,
  email text not null,
  -- Null until the invitation was used.
  password_hash text,
  has_password boolean not null generated always as (password_hash is not null) stored,
  first_name text not null,
  last_name text not null,
  active boolean not null default true,
  created_at timestamptz not null,
  -- The secret of the authenticator app, sealed with SECOND_FACTOR_KEY; a pending one counts once a code of it has been used.
  totp_secret bytea,
  totp_pending bytea,
  has_second_factor boolean not null generated always as (totp_secret is not null) stored,
  -- The time step of the last code, so that each works once.
  totp_step bigint,
  -- Challenge that the next passkey must sign, once and for some minutes.
  passkey_challenge text,
  passkey_until timestamptz,
  -- Accepted as often as wanted, but never in production.
  demo_code text
);
create unique index operators_email on operators (lower(email));

create table operator_roles (
  operator_id uuid not null references operators,
  role text not null
    check (role in ('riesgo', 'tesoreria', 'cobranza', 'contabilidad', 'soporte', 'auditor', 'administrador')),
  granted_at timestamptz not null,
  primary key (operator_id, role)
);

-- The key of an operator's invitation, as SHA-256 only; a used one is deleted.
create table operator_keys (
  operator_id uuid primary key references operators,
  key_hash bytea not null unique,
  expires_at timestamptz not null
);

-- Recovery codes as SHA-256 only; a used one is deleted.
create table operator_recovery_codes (
  operator_id uuid not null references operators,
  code_hash bytea not null,
  primary key (operator_id, code_hash)
);

-- Public keys of operators' passkeys (WebAuthn). `credential_id` is in base64url.
create table operator_passkeys (
  operator_id uuid not null references operators,
  credential_id text primary key,
  public_key bytea not null,
  -- Grows with each use, unless the authenticator has none.
  counter bigint not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index operator_passkeys_of on operator_passkeys (operator_id);

-- Users and operators use the same sign-in form, so an e-mail belongs to one account of either kind.
create function refuse_operators_email() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('email:' || lower(new.email), 0));
  if exists (select from operators where lower(email) = lower(new.email)) then
    raise unique_violation using message = 'the e-mail is an operator''s', constraint = 'users_email';
  end if;
  return new;
end
$$;
create function refuse_users_email() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('email:' || lower(new.email), 0));
  if exists (select from users where lower(email) = lower(new.email)) then
    raise unique_violation using message = 'the e-mail is a user''s', constraint = 'operators_email';
  end if;
  return new;
end
$$;
create trigger users_email_once before insert or update of email on users
  for each row execute function refuse_operators_email();
create trigger operators_email_once before insert or update of email on operators
  for each row execute function refuse_users_email();

-- At most one open request per user; a newer one, a new password or the loss of access ends it with all its keys.
create table recovery_requests (
  client_id uuid not null,
  request_id uuid not null,
  user_id uuid not null,
  purpose text not null check (purpose in ('recovery', 'invitation', 'sign-in')),
  requested_at timestamptz not null,
  ended_at timestamptz,
  -- When its link set a password: it and those before do not count towards the limits of recovery mails.
  used_at timestamptz check (used_at >= requested_at),
  primary key (client_id, request_id),
  foreign key (client_id, user_id) references users (client_id, user_id)
);
create unique index recovery_requests_open on recovery_requests (client_id, user_id) where ended_at is null;
create index recovery_requests_by_user on recovery_requests (client_id, user_id, requested_at);

-- Keys as SHA-256 only. Each delivery attempt creates a new key, so that none is stored in readable form.
create table recovery_keys (
  client_id uuid not null,
  key_hash bytea primary key,
  request_id uuid not null,
  expires_at timestamptz not null,
  foreign key (client_id, request_id) references recovery_requests (client_id, request_id) on delete cascade
);
create index recovery_keys_by_request on recovery_keys (client_id, request_id);

-- Unprocessed requests for any e-mail, known or not, so that requesting does the same work for all.
create table recovery_inbox (
  entry_id uuid primary key,
  email text not null,
  received_at timestamptz not null
);

call protect_tenant_table('users', 'recovery_requests', 'recovery_keys');
-- The owner sees the demo's people, so that production can refuse to start with them.
create policy owner on users for select to current_user using (lower(email) like '%.demo');
create policy auth on users to anticipa_auth using (true);
create policy auth on recovery_requests to anticipa_auth using (true) with check (true);
create policy auth on recovery_keys to anticipa_auth using (true) with check (true);

-- Only the sign-in role reads password hashes.
grant select (client_id, user_id, email, first_name, last_name, mother_surname, phone, mobile, is_admin, active,
  sync_allowed, must_change_password, notify_initial_deposit, notify_desync_sat, added_by, created_at, has_password)
  on users to anticipa_tenant, anticipa_operator, anticipa_worker;
grant select (operator_id, email, first_name, last_name, active, created_at, has_password, has_second_factor) on operators
  to anticipa_operator;
-- For mails to operators.
grant select (operator_id, email, active, first_name, has_password) on operators to anticipa_worker;
grant select on operator_roles to anticipa_worker;
grant select on users, operators, operator_roles to anticipa_auth;
grant select, insert, delete on operator_roles to anticipa_operator;
grant insert, update on users, operators to anticipa_operator;
grant insert (client_id, user_id, email, first_name, last_name, mother_surname, phone, mobile, is_admin, active,
  sync_allowed, must_change_password, notify_initial_deposit, notify_desync_sat, added_by, created_at) on users to anticipa_tenant;
grant update (first_name, last_name, mother_surname, phone, mobile, is_admin, active, sync_allowed, notify_initial_deposit,
  notify_desync_sat) on users to anticipa_tenant;
grant update (password_hash) on users, operators to anticipa_auth;
grant update (totp_secret, totp_pending, totp_step, passkey_challenge, passkey_until) on operators to anticipa_auth;
grant select, insert, update (counter, last_used_at), delete on operator_passkeys to anticipa_auth;
grant select (operator_id), delete on operator_passkeys to anticipa_operator;
grant select, insert, delete on operator_recovery_codes to anticipa_auth;
grant select, delete on operator_keys to anticipa_auth;
grant update (expires_at) on operator_keys to anticipa_auth;
grant select, insert, update on operator_keys to anticipa_operator, anticipa_worker;
grant select (operator_id), delete on operator_recovery_codes to anticipa_operator;
grant update (must_change_password) on users to anticipa_auth;
grant select, insert on recovery_requests to anticipa_tenant, anticipa_operator, anticipa_auth, anticipa_worker;
grant update (ended_at, used_at) on recovery_requests to anticipa_tenant, anticipa_operator, anticipa_auth, anticipa_worker;
grant delete on recovery_requests to anticipa_worker;
grant select, insert on recovery_keys to anticipa_auth, anticipa_worker;
grant delete on recovery_keys to anticipa_worker;
grant update (expires_at) on recovery_keys to anticipa_auth;
grant insert on recovery_inbox to anticipa_auth;
grant select, delete on recovery_inbox to anticipa_worker;
