-- small table: webhook_endpoints
-- An endpoint gets the events of its company or those of the test company, never both, so that a program is tried end to end.
alter table webhook_endpoints add column mode text not null default 'live' check (mode in ('live', 'test'));

-- Events of the lender's records go to endpoints that are no test.
create or replace function put_webhook_deliveries() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into webhook_deliveries (client_id, endpoint_id, event_id, type, object_id, object_url, happened_at)
  select event.client_id, endpoint_id, event_id, type, object_id, object_url, happened_at
  from events event join webhook_endpoints endpoint on endpoint.client_id = event.client_id
  where mode = 'live' and turned_off_at is null and removed_at is null and (cardinality(types) = 0 or type = any(types))
  order by event_number;
  return null;
end
$$;

-- The robot of a test company with an endpoint takes its steps on time, and not with the next call alone.
grant update on test_companies to anticipa_worker;
