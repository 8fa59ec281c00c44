-- Events of the objects of a client, for its programs: written with the change itself, and kept for 30 days. Clients without a
-- key and without an endpoint have none.
create table client_events (
  client_id uuid not null references clients,
  event_number bigint generated always as identity,
  event_id uuid not null default gen_random_uuid() unique,
  type text not null,
  object_id uuid not null,
  -- Address of the object in the calls for programs.
  object_url text not null,
  happened_at timestamptz not null default now(),
  -- Numbers are given before the commit: a reader takes no event while an earlier transaction may still add one.
  written_by xid8 not null default pg_current_xact_id(),
  primary key (client_id, event_number)
);
create index client_events_by_age on client_events (happened_at);

create table webhook_endpoints (
  client_id uuid not null references clients,
  endpoint_id uuid not null unique,
  url text not null,
  -- None: all.
  types text[] not null,
  created_by uuid not null,
  created_at timestamptz not null,
  turned_off_at timestamptz,
  -- Turned off by the portal, because it did not answer.
  given_up boolean not null default false,
  removed_at timestamptz,
  failures integer not null default 0 check (failures >= 0),
  failing_since timestamptz,
  retry_at timestamptz,
  primary key (client_id, endpoint_id),
  foreign key (client_id, created_by) references users (client_id, user_id)
);

-- Secrets that sign. The tenant writes them and cannot read them.
create table webhook_secrets (
  client_id uuid not null,
  secret_id uuid not null,
  endpoint_id uuid not null,
  signing_secret text not null,
  made_at timestamptz not null,
  ends_at timestamptz,
  primary key (client_id, secret_id),
  foreign key (client_id, endpoint_id) references webhook_endpoints (client_id, endpoint_id)
);
create index webhook_secrets_of_endpoint on webhook_secrets (client_id, endpoint_id);

create table webhook_deliveries (
  client_id uuid not null,
  delivery_number bigint generated always as identity,
  delivery_id uuid not null default gen_random_uuid() unique,
  endpoint_id uuid not null,
  event_id uuid not null,
  type text not null,
  object_id uuid not null,
  object_url text not null,
  happened_at timestamptz not null,
  is_replay boolean not null default false,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_at timestamptz,
  status integer,
  error text,
  answer text,
  took_ms integer,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (client_id, delivery_number),
  foreign key (client_id, endpoint_id) references webhook_endpoints (client_id, endpoint_id),
  constraint webhook_deliveries_ended check ((state = 'waiting') = (ended_at is null))
);
create index webhook_deliveries_of_endpoint on webhook_deliveries (client_id, endpoint_id, delivery_number);
create index webhook_deliveries_waiting on webhook_deliveries (client_id, endpoint_id, object_id, delivery_number) where state = 'waiting';
create index webhook_deliveries_by_age on webhook_deliveries (created_at);

call protect_tenant_table('client_events', 'webhook_endpoints', 'webhook_secrets', 'webhook_deliveries');
grant select, insert on client_events to anticipa_tenant, anticipa_operator, anticipa_worker;
grant delete on client_events to anticipa_worker;
grant select, insert, update on webhook_endpoints to anticipa_tenant;
grant select on webhook_endpoints to anticipa_operator;
grant select, update on webhook_endpoints to anticipa_worker;
grant insert, select (client_id, secret_id, endpoint_id, made_at, ends_at), update (ends_at) on webhook_secrets to anticipa_tenant;
grant select, delete on webhook_secrets to anticipa_worker;
grant select, insert on webhook_deliveries to anticipa_tenant, anticipa_operator, anticipa_worker;
grant update, delete on webhook_deliveries to anticipa_worker;

create function has_programs(of_client uuid) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from api_keys where client_id = of_client) or exists (select from webhook_endpoints where client_id = of_client)
$$;

create function put_invoice_events() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into client_events (client_id, type, object_id, object_url)
  select client_id, case
      when from_status is null and to_status <> 0 then 'invoice.created'
      when motive = 'DELETED_BY_USER' then 'invoice.deleted'
      else case to_status when 0 then 'invoice.rejected' when 10 then 'invoice.registered' when 20 then 'invoice.sellable'
        when 25 then 'invoice.held' when 30 then 'invoice.financed' else 'invoice.settled' end
    end, document_id, '/v1/invoices/' || document_id
  from steps
  where from_status is distinct from to_status and has_programs(client_id)
  order by event_id;
  return null;
end
$$;
create trigger invoice_events_told after insert on invoice_events referencing new table as steps
  for each statement execute function put_invoice_events();

create function put_sale_event() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  -- An answer that waits for its second person is none yet.
  if new.state = 'proposed' or (tg_op = 'UPDATE' and old.state = 'proposed' and new.state = 'requested') then return null; end if;
  insert into client_events (client_id, type, object_id, object_url)
  select new.client_id, 'sale.' || new.state, new.sale_id, '/v1/sales/' || new.number_of_sale
  where has_programs(new.client_id);
  return null;
end
$$;
create trigger sales_begun_told after insert on sales for each row execute function put_sale_event();
create trigger sales_told after update of state on sales
  for each row when (old.state is distinct from new.state) execute function put_sale_event();

create function put_lost_deposit_event() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into client_events (client_id, type, object_id, object_url)
  select client_id, 'sale.deposit_returned', sale_id, '/v1/sales/' || number_of_sale
  from sales where sales.client_id = new.client_id and sales.sale_id = new.sale_id
    and has_programs(new.client_id);
  return null;
end
$$;
create trigger returned_deposits_told after insert on returned_payments
  for each row when (new.sale_id is not null) execute function put_lost_deposit_event();

create function put_reference_event() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into client_events (client_id, type, object_id, object_url)
  select new.client_id, 'reference.' || case
      when tg_op = 'INSERT' then 'created' when new.state = 'live' then 'reopened' else new.state end,
    new.reference_id, '/v1/references/' || new.reference_id
  where has_programs(new.client_id);
  return null;
end
$$;
create trigger payment_references_made_told after insert on payment_references for each row execute function put_reference_event();
create trigger payment_references_told after update of state on payment_references
  for each row when (old.state is distinct from new.state) execute function put_reference_event();

create function put_payment_event() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into client_events (client_id, type, object_id, object_url)
  select new.client_id, 'invoice.payment_received', new.document_id, '/v1/invoices/' || new.document_id
  where has_programs(new.client_id);
  return null;
end
$$;
create trigger collection_items_told after insert on collection_items for each row execute function put_payment_event();

-- Each event waits once for each endpoint that wants it.
create function put_webhook_deliveries() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into webhook_deliveries (client_id, endpoint_id, event_id, type, object_id, object_url, happened_at)
  select event.client_id, endpoint_id, event_id, type, object_id, object_url, happened_at
  from events event join webhook_endpoints endpoint on endpoint.client_id = event.client_id
  where turned_off_at is null and removed_at is null and (cardinality(types) = 0 or type = any(types))
  order by event_number;
  return null;
end
$$;
create trigger client_events_sent after insert on client_events referencing new table as events
  for each statement execute function put_webhook_deliveries();

-- One job for an endpoint, whatever waits for it.
create function enqueue_webhooks() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform enqueue_job('deliver-webhooks', json_build_object('clientId', client_id, 'endpointId', endpoint_id),
    job_key => 'webhooks:' || endpoint_id, queue_name => 'webhooks:' || endpoint_id, priority => 30)
  from (select distinct client_id, endpoint_id from deliveries) wanted;
  return null;
end
$$;
create trigger webhook_deliveries_enqueued after insert on webhook_deliveries referencing new table as deliveries
  for each statement execute function enqueue_webhooks();
