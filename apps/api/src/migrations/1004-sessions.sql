-- Sessions, links to the calendar, and counters for sign-in and rate limits.

-- Tokens are stored only as SHA-256. The cookie's token is valid only for getSession.
create table sessions (
  session_id uuid primary key,
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
create index sessions_by_operator on sessions (operator_id) where ended_at is null;
create index sessions_of_user on sessions (client_id, user_id, created_at);

-- A client's portal as an operator sees it: for a while, read only, and only with the operator's session.
create table client_views (
  view_id uuid primary key,
  session_id uuid not null references sessions on delete cascade,
  client_id uuid not null,
  -- The user as whom the portal is shown.
  user_id uuid not null,
  reason text not null,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  foreign key (client_id, user_id) references users (client_id, user_id),
  check (ends_at >= started_at)
);
create index client_views_by_session on client_views (session_id);

-- A browser's tabs share one session and cookie, but each has its own bearer in memory, so that restoring the session in a
-- second tab does not end the first one's.
create table session_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  -- A bearer for a view is never one for the operator's own calls.
  view_id uuid references client_views on delete cascade,
  last_used_at timestamptz not null
);
create index session_tokens_by_view on session_tokens (view_id) where view_id is not null;
create index session_tokens_by_session on session_tokens (session_id, last_used_at);

-- Ending a session deletes its bearers.
create function drop_bearers() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from session_tokens where session_id = new.session_id;
  return null;
end
$$;
create trigger sessions_ended after update of ended_at on sessions
  for each row when (new.ended_at is not null) execute function drop_bearers();

-- Facts about the bearer of a request. In plpgsql, so that a connection plans the join once, though each request
-- sends it as text together with its transaction.
create function session_of_bearer(bearer_hash bytea) returns table (
  session_id uuid, client_id uuid, user_id uuid, operator_id uuid, last_used_at timestamptz, expires_at timestamptz,
  email text, first_name text, last_name text, is_admin boolean, active boolean, must_change_password boolean,
  rfc text, entity_name text, operator_email text, operator_active boolean, operator_roles text[],
  view_id uuid, view_ends_at timestamptz, bearer_used_at timestamptz
)
language plpgsql stable as $$
begin
  return query
    select s.session_id, coalesce(v.client_id, s.client_id), coalesce(v.user_id, s.user_id), s.operator_id, s.last_used_at, s.expires_at, u.email, u.first_name,
      u.last_name, u.is_admin, u.active, u.must_change_password, c.rfc, c.entity_name, o.email, o.active,
      array(select r.role from operator_roles r where r.operator_id = s.operator_id), t.view_id, v.ends_at,
      t.last_used_at
    from session_tokens t
    join sessions s on s.session_id = t.session_id
    left join client_views v on v.view_id = t.view_id
    left join users u on u.client_id = coalesce(v.client_id, s.client_id) and u.user_id = coalesce(v.user_id, s.user_id)
    left join clients c on c.client_id = coalesce(v.client_id, s.client_id)
    left join operators o on o.operator_id = s.operator_id
    where t.token_hash = bearer_hash and s.ended_at is null;
end
$$;

-- Lets a tenant, who cannot read sessions, end those of its own users, except one.
create function end_sessions_of(of_client uuid, of_user uuid, at timestamptz, but_for uuid) returns setof uuid
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update sessions set ended_at = at
  where client_id = of_client and user_id = of_user and ended_at is null and session_id is distinct from but_for
    and client_id = coalesce(current_client_id(), client_id)
  returning session_id
$$;

create table login_attempts (
  attempt_id bigint generated always as identity primary key,
  account text not null,
  address text not null,
  -- SHA-256 of the device cookie: of an attempt as sent, of a success as issued.
  device bytea,
  attempted_at timestamptz not null,
  succeeded boolean not null
);
create index login_attempts_by_account on login_attempts (account, address, attempted_at);
create index login_attempts_by_device on login_attempts (device, account, attempted_at) where succeeded;
create index login_attempts_by_address on login_attempts (address, attempted_at);
-- Counting recent failures must not read an account's whole history, which would reveal accounts in use by timing.
create index login_attempts_of_account on login_attempts (account, attempted_at);

create table rate_counters (
  bucket text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (bucket, window_start)
);

grant select, update (ends_at) on client_views to anticipa_auth;
grant select, insert on client_views to anticipa_operator;
grant select, insert, update on sessions, rate_counters to anticipa_auth;
grant select, insert, update (last_used_at), delete on session_tokens to anticipa_auth;
grant select, insert on login_attempts to anticipa_auth;
grant select, delete on sessions, session_tokens, rate_counters, login_attempts to anticipa_worker;
grant update (ended_at) on sessions to anticipa_worker, anticipa_operator;
grant select (session_id, client_id, user_id, operator_id, last_used_at, expires_at, ended_at) on sessions
  to anticipa_operator;
revoke all on function end_sessions_of, session_of_bearer from public;
grant execute on function session_of_bearer to anticipa_auth;
grant execute on function end_sessions_of to anticipa_tenant, anticipa_auth, anticipa_operator;

-- Secret links to the iCalendar feed, one per user. The key itself is not stored.

create table calendar_links (
  client_id uuid not null,
  user_id uuid not null,
  key_hash bytea not null unique,
  created_at timestamptz not null,
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references users (client_id, user_id)
);

call protect_tenant_table('calendar_links');
create policy auth on calendar_links for select to anticipa_auth using (true);

grant select, insert, update (key_hash, created_at) on calendar_links to anticipa_tenant;
grant select on calendar_links to anticipa_auth;
