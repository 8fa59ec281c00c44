-- Keys by which programs of a client call the portal. Only the hash of a key is stored; its first characters tell it apart.
create table api_keys (
  client_id uuid not null references clients,
  key_id uuid not null unique,
  -- In whose name the program acts.
  owner_id uuid not null,
  name text not null check (length(name) between 1 and 60),
  prefix text not null check (prefix ~ '^ak_(live|test)_[A-Za-z0-9_-]{4}$'),
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'upload', 'prepare', 'sell']),
  -- Networks from which it may be used; none: from anywhere.
  addresses text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz check (expires_at > created_at),
  last_used_at timestamptz,
  last_used_address text,
  revoked_at timestamptz,
  -- Null of a key that ended with its owner's access.
  revoked_by uuid,
  primary key (client_id, key_id),
  foreign key (client_id, owner_id) references users (client_id, user_id),
  foreign key (client_id, revoked_by) references users (client_id, user_id),
  constraint api_keys_revoked check (revoked_by is null or revoked_at is not null)
);
create index api_keys_of_owner on api_keys (client_id, owner_id) where revoked_at is null;
call protect_tenant_table('api_keys');
create policy auth on api_keys to anticipa_auth using (true) with check (true);
grant select, insert, update (revoked_at, revoked_by) on api_keys to anticipa_tenant;
grant select, update (revoked_at) on api_keys to anticipa_operator, anticipa_worker;
grant select, update (last_used_at, last_used_address) on api_keys to anticipa_auth;

-- When a person loses access, by whatever means, that person's keys end for good.
create function end_keys_of_user() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update api_keys set revoked_at = now()
  where client_id = new.client_id and owner_id = new.user_id and revoked_at is null;
  return null;
end
$$;
create trigger users_keys_ended after update of active on users
  for each row when (old.active and not new.active) execute function end_keys_of_user();

-- Facts about the key of a request.
create function key_of_hash(hash bytea) returns table (
  key_id uuid, client_id uuid, owner_id uuid, name text, scopes text[], addresses text[], expires_at timestamptz,
  revoked_at timestamptz, last_used_at timestamptz, email text, first_name text, last_name text, is_admin boolean, active boolean,
  sale_right text, accept_up_to numeric, account_id uuid, rfc text, entity_name text, reads_until timestamptz
)
language plpgsql stable as $$
begin
  return query
    select k.key_id, k.client_id, k.owner_id, k.name, k.scopes, k.addresses, k.expires_at, k.revoked_at, k.last_used_at,
      u.email, u.first_name, u.last_name, u.is_admin, u.active, u.sale_right, u.accept_up_to,
      u.account_id, c.rfc, c.entity_name, c.reads_until
    from api_keys k
    join users u on u.client_id = k.client_id and u.user_id = k.owner_id
    join clients c on c.client_id = k.client_id
    where k.key_hash = hash;
end
$$;
revoke all on function key_of_hash from public;
grant execute on function key_of_hash to anticipa_auth;

-- A key is an actor of its own in the log and in the history of an invoice.
alter table audit
  drop constraint audit_actor_kind_check,
  add constraint audit_actor_kind_check check (actor_kind in ('user', 'key', 'operator', 'worker', 'system')) not valid;
alter table invoice_events
  drop constraint invoice_events_actor_kind_check,
  add constraint invoice_events_actor_kind_check check (actor_kind in ('user', 'key', 'operator', 'worker', 'system')) not valid;
