-- The addresses of a company wait for each other, so that however many of them hang take one slot of those of all companies.
create or replace function enqueue_webhooks() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform enqueue_job('deliver-webhooks', json_build_object('clientId', client_id, 'endpointId', endpoint_id),
    job_key => 'webhooks:' || endpoint_id, queue_name => 'webhooks:' || client_id, priority => 30)
  from (select distinct client_id, endpoint_id from deliveries) wanted;
  return null;
end
$$;
