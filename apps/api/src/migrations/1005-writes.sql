-- Audit, side effects for the worker, daily limits, and stored answers of calls with an idempotency key.

create table audit (
  client_id uuid,
  audit_id bigint generated always as identity primary key,
  actor_kind text not null check (actor_kind in ('user', 'operator', 'worker', 'system')),
  actor_id uuid,
  action text not null,
  subject text not null,
  details jsonb not null default '{}',
  -- Address of the caller; null for the portal itself.
  address text,
  request_id text,
  recorded_at timestamptz not null
);
create index audit_by_subject on audit (client_id, subject, audit_id);
create index audit_by_time on audit using brin (recorded_at);

-- Chains the audit rows by hash: those of each client, and those of no client in a chain of the lender. A row is linked when
-- its transaction commits: only then writers of one chain wait for each other, and no lock that others wait for is taken after.
create table audit_links (
  -- The client, or zeros.
  chain uuid not null,
  link_number bigint not null check (link_number >= 1),
  audit_id bigint not null unique,
  hash bytea not null,
  primary key (chain, link_number)
);

create function audit_chain(of_client uuid) returns uuid
language sql immutable
as $$ select coalesce(of_client, '00000000-0000-0000-0000-000000000000') $$;

-- The hash that chains a row to the link before.
create function audit_hash(previous bytea, link_number bigint, entry audit) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(encode(previous, 'hex'), link_number, entry.audit_id, entry.client_id,
    entry.actor_kind, entry.actor_id, entry.action, entry.subject, entry.details, entry.address, entry.request_id,
    to_char(entry.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text, 'UTF8'))
$$;

create function link_audit() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  last audit_links;
begin
  last.chain := audit_chain(new.client_id);
  perform pg_advisory_xact_lock(hashtextextended('audit:' || last.chain, 0));
  select link_number, hash into last.link_number, last.hash from audit_links
  where chain = last.chain order by link_number desc limit 1;
  last.link_number := coalesce(last.link_number, 0) + 1;
  insert into audit_links (chain, link_number, audit_id, hash) values (last.chain, last.link_number, new.audit_id,
    audit_hash(coalesce(last.hash, decode(repeat('00', 32), 'hex')), last.link_number, new));
  return null;
end
$$;
create constraint trigger audit_linked after insert on audit
  deferrable initially deferred for each row execute function link_audit();

-- Side effects, inserted in the transaction that causes them; the worker delivers each at least once.
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
  -- The address whose mail server has accepted or refused it; null if it was obsolete.
  sent_to text,
  claimed_until timestamptz,
  given_up_at timestamptz,
  -- Given up because the mail server refused the address for good.
  bounced boolean not null default false check (given_up_at is not null or not bounced),
  -- The message that this one repeats at an operator's request; each can be repeated once.
  repeats uuid,
  primary key (client_id, outbox_id),
  foreign key (client_id, repeats) references outbox (client_id, outbox_id),
  constraint outbox_repeated_once unique (repeats, client_id)
);
-- By the text of the id, so that a message is never looked for here by its key, among all of a client's.
create index outbox_by_client on outbox ((client_id::text), created_at, outbox_id);
create index outbox_waiting on outbox (created_at) where delivered_at is null and given_up_at is null;

-- Links to set a password have slots of their own, because users wait for them; summaries go last, because they can be
-- requested again.
create function enqueue_message(client_id uuid, outbox_id uuid, kind text) returns void language sql as $$
  select enqueue_job(
    case kind when 'recovery-link' then 'deliver-link' else 'deliver-outbox' end,
    json_build_object('clientId', client_id, 'outboxId', outbox_id),
    job_key => 'outbox:' || outbox_id,
    priority => case kind when 'recovery-link' then 10 when 'sale-summary' then 30 else 20 end
  );
$$;

create function enqueue_outbox() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform enqueue_message(new.client_id, new.outbox_id, new.kind);
  return new;
end
$$;
create trigger outbox_enqueued after insert on outbox for each row execute function enqueue_outbox();

-- Answers of calls with an idempotency key, byte for byte. Keys belong to a client or an operator.
create table idempotency (
  client_id uuid references clients,
  user_id uuid,
  operator_id uuid references operators,
  owner uuid not null generated always as (coalesce(client_id, operator_id)) stored,
  key text not null,
  route text not null,
  body_hash bytea not null,
  status integer not null,
  response bytea not null,
  created_at timestamptz not null,
  primary key (owner, key),
  check ((client_id is null) <> (operator_id is null)),
  check ((client_id is null) = (user_id is null))
);

-- Locks a key of an owner until the transaction ends and returns the answer stored under it, if any. `is_free` is false while
-- another request holds the key. In plpgsql, where each query sees what was committed before it: the answer is read after the
-- lock was taken.
create function lock_key(key_owner uuid, wanted text)
returns table (is_free boolean, user_id uuid, route text, body_hash bytea, status integer, response bytea)
language plpgsql as $$
#variable_conflict use_column
begin
  if not pg_try_advisory_xact_lock(hashtextextended(key_owner || ':' || wanted, 0)) then
    return query select false, null::uuid, null::text, null::bytea, null::integer, null::bytea;
    return;
  end if;
  return query
    select true, stored.user_id, stored.route, stored.body_hash, stored.status, stored.response
    from idempotency stored where stored.owner = key_owner and stored.key = wanted;
end
$$;

-- Use of a client's daily limits, per day in Mexico City.
create table daily_use (
  client_id uuid not null references clients,
  day date not null,
  resource text not null,
  used bigint not null,
  primary key (client_id, day, resource)
);

-- Adds to what the current client has used; false, using nothing, if any amount would exceed its limit. Other uses of these
-- resources wait until the transaction ends.
create function use_today(on_day date, resources text[], amounts bigint[], limits bigint[]) returns boolean
language plpgsql as $$
declare
  is_within boolean;
begin
  with added as (
    insert into daily_use (client_id, day, resource, used)
    select current_client_id(), on_day, wanted.resource, wanted.amount
    from unnest(resources, amounts) as wanted (resource, amount)
    order by wanted.resource
    on conflict (client_id, day, resource) do update set used = daily_use.used + excluded.used
    returning daily_use.resource, daily_use.used
  )
  select bool_and(added.used <= allowed.most) into is_within
  from added join unnest(resources, limits) as allowed (resource, most) using (resource);
  if not is_within then
    update daily_use set used = used - wanted.amount
    from unnest(resources, amounts) as wanted (resource, amount)
    where client_id = current_client_id() and day = on_day and daily_use.resource = wanted.resource;
  end if;
  return is_within;
end
$$;

call protect_tenant_table('daily_use', 'audit', 'outbox', 'idempotency');
alter policy operator on idempotency using (client_id is null) with check (client_id is null);
create policy auth on audit to anticipa_auth with check (true);
create policy auth on outbox to anticipa_auth with check (true);

grant select, insert, update on daily_use to anticipa_tenant;
grant select, delete on daily_use to anticipa_worker;
grant insert, select on audit to anticipa_tenant, anticipa_operator, anticipa_worker;
grant insert on audit to anticipa_auth;
grant select on audit_links to anticipa_operator;
grant select, insert on outbox to anticipa_tenant, anticipa_operator, anticipa_worker;
grant insert on outbox to anticipa_auth;
grant update (delivered_at, attempts, last_error, sent_to, claimed_until, given_up_at, bounced) on outbox to anticipa_worker;
revoke execute on function lock_key, use_today from public;
grant execute on function use_today to anticipa_tenant;
grant execute on function lock_key to anticipa_tenant, anticipa_operator;
grant select, insert on idempotency to anticipa_tenant, anticipa_operator;
grant select, delete on idempotency to anticipa_worker;
