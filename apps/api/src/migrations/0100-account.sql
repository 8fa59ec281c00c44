-- What people of a client tell about themselves, the requests that let somebody set a password, how far each mail got,
-- and whom a survey is for.

alter table users
  add column phone text not null default '' check (phone ~ '^(\d{10})?$'),
  add column mobile text not null default '' check (mobile ~ '^(\d{10})?$'),
  add column notify_initial_deposit boolean not null default true,
  add column added_by uuid,
  add foreign key (client_id, added_by) references users (client_id, user_id),
  -- Printable ASCII only: letters that look like others cannot make a second account of one e-mail.
  add constraint users_email_ascii check (email ~ '^[!-~]+$');

-- People of clients and of the lender sign in by the same form: one e-mail is one account of either kind.
create function refuse_operators_email() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('email:' || lower(new.email), 0));
  if exists (select from operators where lower(email) = lower(new.email)) then
    raise unique_violation using message = 'the e-mail is an operator''s', constraint = 'users_email';
  end if;
  return new;
end
$$;
create function refuse_users_email() returns trigger
language plpgsql set search_path = pg_catalog, public
as $$
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

-- One open request per user: a newer one, a new password or the loss of access ends it, and with it all of its keys.
create table recovery_requests (
  client_id uuid not null,
  request_id uuid not null,
  user_id uuid not null,
  purpose text not null check (purpose in ('recovery', 'invitation', 'sign-in')),
  requested_at timestamptz not null,
  ended_at timestamptz,
  primary key (client_id, request_id),
  foreign key (client_id, user_id) references users (client_id, user_id)
);
create unique index recovery_requests_open on recovery_requests (client_id, user_id) where ended_at is null;
create index recovery_requests_by_user on recovery_requests (client_id, user_id, requested_at);

-- Only SHA-256 of the keys. Each try to deliver a mail makes a key of its own, so that none has to be kept readable.
create table recovery_keys (
  client_id uuid not null,
  key_hash bytea primary key,
  request_id uuid not null,
  expires_at timestamptz not null,
  foreign key (client_id, request_id) references recovery_requests (client_id, request_id) on delete cascade
);
create index recovery_keys_by_request on recovery_keys (client_id, request_id);

-- What anybody asked for, before it is known whether there is such a person: asking does the same work for everyone.
create table recovery_asks (
  ask_id uuid primary key,
  email text not null,
  asked_at timestamptz not null
);

alter table outbox
  add column sent_to text[] not null default '{}',
  add column claimed_until timestamptz,
  add column given_up_at timestamptz;
create index outbox_waiting on outbox (created_at) where delivered_at is null and given_up_at is null;

alter table surveys
  add column audience text not null default 'everyone' check (audience in ('everyone', 'administrators')),
  add column product text check (product in ('BI', 'FB'));

create index sessions_of_user on sessions (client_id, user_id, created_at);

-- Whoever ends a session ends its bearers with it.
create function drop_bearers() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  delete from session_tokens where session_id = new.session_id;
  return null;
end
$$;
create trigger sessions_ended after update of ended_at on sessions
  for each row when (new.ended_at is not null) execute function drop_bearers();

-- What a tenant may do to sessions without seeing any: end those of a user of its own, but for one that goes on.
create function end_sessions_of(of_client uuid, of_user uuid, at timestamptz, but_for uuid) returns setof uuid
language sql security definer set search_path = pg_catalog, public
as $$
  update sessions set ended_at = at
  where client_id = of_client and user_id = of_user and ended_at is null and session_id is distinct from but_for
    and client_id = coalesce(current_client_id(), client_id)
  returning session_id
$$;

call protect_tenant_table('recovery_requests');
call protect_tenant_table('recovery_keys');
create policy auth on recovery_requests to anticipa_auth using (true) with check (true);
create policy auth on recovery_keys to anticipa_auth using (true) with check (true);
create policy auth on outbox to anticipa_auth with check (true);

grant select, insert on recovery_requests to anticipa_tenant, anticipa_auth, anticipa_worker;
grant update (ended_at) on recovery_requests to anticipa_tenant, anticipa_auth, anticipa_worker;
grant select, insert on recovery_keys to anticipa_auth, anticipa_worker;
grant delete on recovery_requests to anticipa_worker;
grant insert on recovery_asks to anticipa_auth;
grant select, delete on recovery_asks to anticipa_worker;
revoke all on function end_sessions_of from public;
grant execute on function end_sessions_of to anticipa_tenant, anticipa_auth;
grant update (must_change_password) on users to anticipa_auth;
grant insert (client_id, user_id, email, first_name, last_name, mother_surname, phone, mobile, is_admin, active,
  sync_allowed, must_change_password, notify_initial_deposit, added_by, created_at) on users to anticipa_tenant;
grant update (first_name, last_name, mother_surname, phone, mobile, is_admin, active, sync_allowed, notify_initial_deposit)
  on users to anticipa_tenant;
grant insert on outbox to anticipa_auth;
grant update (sent_to, claimed_until, given_up_at) on outbox to anticipa_worker;
