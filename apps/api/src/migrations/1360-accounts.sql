-- small table: users
-- small table: operators
-- A person has one account, with the e-mail and the password, and belongs to one client or to several. A row of `users` is one such
-- membership.
create table accounts (
  account_id uuid primary key,
  email text not null,
  password_hash text,
  has_password boolean not null generated always as (password_hash is not null) stored,
  must_change_password boolean not null default false,
  opened_at timestamptz not null,
  -- Lets `users` repeat the e-mail and never differ from it.
  unique (account_id, email),
  constraint accounts_email_ascii check (email ~ '^[!-~]+$')
);
create unique index accounts_email on accounts (lower(email));

-- The policies of the table bind its owner too.
alter table users no force row level security;
alter table users
  add column account_id uuid,
  -- When the person accepted the membership, by a password from its link or in the portal. Before, they get no mail of the client
  -- but the invitation, and see nothing of it.
  add column joined_at timestamptz,
  -- When they last chose this client.
  add column entered_at timestamptz;
insert into accounts (account_id, email, password_hash, must_change_password, opened_at)
  select gen_random_uuid(), email, password_hash, must_change_password, created_at from users where erased_at is null;
update users set account_id = accounts.account_id, joined_at = case when users.has_password then users.created_at end
  from accounts where lower(accounts.email) = lower(users.email);
drop index users_email;
create unique index users_email on users (client_id, lower(email));
-- Small: a lender's clients have some thousands of people.
create index users_by_account on users (account_id);
alter table users
  add constraint users_account foreign key (account_id, email) references accounts (account_id, email) on update cascade,
  add constraint users_have_accounts check ((account_id is null) = (erased_at is not null));
alter table users force row level security;

-- Accounts and operators use the same sign-in form, so an e-mail belongs to one of them.
drop trigger users_email_once on users;
create or replace function refuse_operators_email() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('email:' || lower(new.email), 0));
  if exists (select from operators where lower(email) = lower(new.email)) then
    raise unique_violation using message = 'the e-mail is an operator''s', constraint = 'accounts_email';
  end if;
  return new;
end
$$;
create trigger accounts_email_once before insert or update of email on accounts
  for each row execute function refuse_operators_email();
create or replace function refuse_users_email() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('email:' || lower(new.email), 0));
  if exists (select from accounts where lower(email) = lower(new.email)) then
    raise unique_violation using message = 'the e-mail is a user''s', constraint = 'operators_email';
  end if;
  return new;
end
$$;

-- The account of an e-mail, opened by the first membership. Nobody who adds a person learns whether it was there. A password in the
-- row is the account's: the programs of the version before, which may still run, read and write it there.
create function keep_account() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  is_changed boolean;
begin
  if new.erased_at is not null or pg_trigger_depth() > 1 then return new; end if;
  if tg_op = 'INSERT' then
    insert into accounts (account_id, email, opened_at) values (gen_random_uuid(), new.email, new.created_at)
      on conflict (lower(email)) do nothing;
    select account_id, email into new.account_id, new.email from accounts where lower(email) = lower(new.email);
  end if;
  if tg_op = 'INSERT' then is_changed := new.password_hash is not null;
  else is_changed := (new.password_hash, new.must_change_password) is distinct from (old.password_hash, old.must_change_password);
  end if;
  if is_changed then
    update accounts set password_hash = new.password_hash, must_change_password = new.must_change_password
      where account_id = new.account_id;
    new.joined_at := case when new.password_hash is not null then coalesce(new.joined_at, new.created_at) end;
  elsif new.joined_at is not null then
    select password_hash, must_change_password into new.password_hash, new.must_change_password
      from accounts where account_id = new.account_id;
  end if;
  return new;
end
$$;
create trigger users_keep_accounts before insert or update of password_hash, must_change_password, joined_at on users
  for each row execute function keep_account();

-- With the rights of who changes the account: the policies of `users` bind the owner of this function too.
create function copy_account() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if pg_trigger_depth() = 1 then
    update users set password_hash = new.password_hash, must_change_password = new.must_change_password
      where account_id = new.account_id and joined_at is not null;
  end if;
  return null;
end
$$;
create trigger accounts_copied after update of password_hash, must_change_password on accounts
  for each row execute function copy_account();

-- The bearer's account, and its duty to change the password; everything else as before.
-- session_of_bearer changes what 1040 added
drop function session_of_bearer(bytea);
create function session_of_bearer(bearer_hash bytea) returns table (
  session_id uuid, client_id uuid, user_id uuid, account_id uuid, operator_id uuid, last_used_at timestamptz, expires_at timestamptz,
  email text, first_name text, last_name text, is_admin boolean, active boolean, must_change_password boolean,
  rfc text, entity_name text, reads_until timestamptz, operator_email text, operator_active boolean, operator_roles text[],
  view_id uuid, view_ends_at timestamptz, bearer_used_at timestamptz
)
language plpgsql stable as $$
begin
  return query
    select s.session_id, coalesce(v.client_id, s.client_id), coalesce(v.user_id, s.user_id), u.account_id, s.operator_id, s.last_used_at, s.expires_at, u.email, u.first_name,
      u.last_name, u.is_admin, u.active, a.must_change_password, c.rfc, c.entity_name, c.reads_until, o.email, o.active,
      array(select r.role from operator_roles r where r.operator_id = s.operator_id), t.view_id, v.ends_at,
      t.last_used_at
    from session_tokens t
    join sessions s on s.session_id = t.session_id
    left join client_views v on v.view_id = t.view_id
    left join users u on u.client_id = coalesce(v.client_id, s.client_id) and u.user_id = coalesce(v.user_id, s.user_id)
    left join accounts a on a.account_id = u.account_id
    left join clients c on c.client_id = coalesce(v.client_id, s.client_id)
    left join operators o on o.operator_id = s.operator_id
    where t.token_hash = bearer_hash and s.ended_at is null;
end
$$;
revoke all on function session_of_bearer from public;
grant execute on function session_of_bearer to anticipa_auth;

-- Lets `leave_client` see the other memberships of one account, which the policies of tenants hide from it.
create policy leaving on users for select to current_user
  using (account_id = nullif(current_setting('app.leaving_account', true), '')::uuid);

-- A person who loses a client keeps the session if there is another one to go on with, the one used last; otherwise it ends. Every
-- page must ask again, by its cookie. Returns the sessions.
create function leave_client(of_client uuid, of_user uuid, of_account uuid, at timestamptz) returns setof uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  next record;
begin
  perform set_config('app.leaving_account', of_account::text, true);
  select client_id, user_id into next from users
    where account_id = of_account and user_id <> of_user and active and joined_at is not null
      and exists (select from users here where here.account_id = of_account and here.user_id = of_user)
    order by entered_at desc nulls last, user_id limit 1;
  perform set_config('app.leaving_account', '', true);
  if of_client is distinct from coalesce(current_client_id(), of_client) then return; end if;
  if next.user_id is null then
    return query update sessions set ended_at = at
      where client_id = of_client and user_id = of_user and ended_at is null returning session_id;
  else
    return query with moved as (
        update sessions set client_id = next.client_id, user_id = next.user_id
        where client_id = of_client and user_id = of_user and ended_at is null returning session_id),
      dropped as (delete from session_tokens using moved where session_tokens.session_id = moved.session_id)
      select moved.session_id from moved;
  end if;
end
$$;
revoke all on function leave_client from public;
grant execute on function leave_client to anticipa_tenant, anticipa_operator;

grant select on accounts to anticipa_auth;
grant update (password_hash, must_change_password) on accounts to anticipa_auth;
grant update (joined_at, entered_at) on users to anticipa_auth;
grant select (account_id, joined_at) on users to anticipa_tenant, anticipa_operator;
grant select (account_id, joined_at, entered_at), update (account_id) on users to anticipa_worker;
grant select (account_id, has_password), delete on accounts to anticipa_worker;
