-- small table: accounts
-- small table: clients
-- Second factors of the people of clients, with the columns that operators have for theirs.
alter table accounts
  add column totp_secret bytea,
  add column totp_pending bytea,
  add column has_second_factor boolean not null generated always as (totp_secret is not null) stored,
  add column totp_step bigint,
  add column passkey_challenge text,
  add column passkey_until timestamptz;
create table account_passkeys (
  account_id uuid not null references accounts on delete cascade,
  credential_id text primary key,
  public_key bytea not null,
  counter bigint not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index account_passkeys_of on account_passkeys (account_id);
create table account_recovery_codes (
  account_id uuid not null references accounts on delete cascade,
  code_hash bytea not null,
  primary key (account_id, code_hash)
);

-- The client may ask its people for a second factor at each sign-in, and for a fresh one for sales above an amount of pesos.
alter table clients
  add column factor_required boolean not null default false,
  add column fresh_factor_above numeric(18, 2),
  add constraint clients_fresh_factor check (fresh_factor_above >= 0);

-- When the person proved a second factor last in this session.
alter table sessions add column factor_at timestamptz;

-- The instant of the second factor; everything else as before.
-- session_of_bearer changes what 1040 added
drop function session_of_bearer(bytea);
create function session_of_bearer(bearer_hash bytea) returns table (
  session_id uuid, client_id uuid, user_id uuid, account_id uuid, operator_id uuid, last_used_at timestamptz, expires_at timestamptz,
  email text, first_name text, last_name text, is_admin boolean, active boolean, must_change_password boolean,
  rfc text, entity_name text, reads_until timestamptz, operator_email text, operator_active boolean, operator_roles text[],
  view_id uuid, view_ends_at timestamptz, bearer_used_at timestamptz, factor_at timestamptz
)
language plpgsql stable as $$
begin
  return query
    select s.session_id, coalesce(v.client_id, s.client_id), coalesce(v.user_id, s.user_id), u.account_id, s.operator_id, s.last_used_at, s.expires_at, u.email, u.first_name,
      u.last_name, u.is_admin, u.active, a.must_change_password, c.rfc, c.entity_name, c.reads_until, o.email, o.active,
      array(select r.role from operator_roles r where r.operator_id = s.operator_id), t.view_id, v.ends_at,
      t.last_used_at, s.factor_at
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

grant update (totp_secret, totp_pending, totp_step, passkey_challenge, passkey_until) on accounts to anticipa_auth;
grant select, insert, update (counter, last_used_at), delete on account_passkeys to anticipa_auth;
grant select, insert, delete on account_recovery_codes to anticipa_auth;
grant update (factor_required, fresh_factor_above) on clients to anticipa_tenant;
grant select (account_id, created_at, last_used_at) on account_passkeys to anticipa_worker;
grant select (has_second_factor) on accounts to anticipa_worker;
