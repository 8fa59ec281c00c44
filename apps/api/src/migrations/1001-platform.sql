-- Basis of every other table: the guard of tenants, and the queue of jobs.
-- Keys of tenant tables start with client_id, and protect_tenant_table limits the API's tenant role to one client per
-- transaction, for any query. The policies bind the owner too.
-- Security-definer functions search temporary tables last, because any role can create one with our names.

-- The tenant of this transaction; null in others, so that policies comparing with it match nothing.
create function current_client_id() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('app.client_id', true), '')::uuid
$$;

create procedure protect_tenant_table(variadic protected regclass[])
language plpgsql as $$
declare
  one regclass;
begin
  foreach one in array protected loop
    execute format('alter table %s enable row level security', one);
    execute format('alter table %s force row level security', one);
    execute format('create policy tenant on %s to anticipa_tenant using (client_id = current_client_id()) with check (client_id = current_client_id())', one);
    execute format('create policy operator on %s to anticipa_operator using (true) with check (true)', one);
    execute format('create policy worker on %s to anticipa_worker using (true) with check (true)', one);
  end loop;
end
$$;

-- Queues a job in the business transaction, for roles without rights on the queue itself. Lower `priority` runs first;
-- scheduled jobs have 0. A session that has planned for an empty queue would otherwise read all of a long one for each job.
create function enqueue_job(
  identifier text,
  payload json,
  run_at timestamptz default now(),
  job_key text default null,
  queue_name text default null,
  max_attempts integer default 25,
  priority integer default 10
) returns void language sql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
  select graphile_worker.add_job(
    identifier, payload, queue_name => queue_name, run_at => run_at, max_attempts => max_attempts, job_key => job_key,
    priority => priority
  );
$$;

-- Seconds since the oldest due job (0 without one) and since the last scheduled jobs (null before the first).
create function queue_age(out waiting double precision, out since_scheduled double precision)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select
    (select coalesce(extract(epoch from greatest(now() - min(run_at), '0')), 0)
     from graphile_worker.jobs where locked_at is null and attempts < max_attempts and run_at <= now()),
    (select extract(epoch from now() - max(last_execution)) from graphile_worker._private_known_crontabs);
$$;

revoke all on function enqueue_job, queue_age from public;
grant execute on function queue_age to anticipa_auth;
grant execute on function enqueue_job to anticipa_tenant, anticipa_operator, anticipa_auth, anticipa_worker;

-- Outcomes of the worker's calls to each outside system, for the API, which has only its own in memory.
create table outside_systems (
  system text primary key check (
    system in (
      'tax-status', 'taxpayer-list', 'invoice-sync', 'invoicing', 'mail', 'payouts', 'payment-proofs', 'exchange-rates', 'conservation', 'storage',
      'error-reports', 'base-app', 'risk', 'credits', 'dispersions'
    )
  ),
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_failure text,
  circuit text not null check (circuit in ('closed', 'open'))
);

grant select on outside_systems to anticipa_operator;
grant select, insert, update on outside_systems to anticipa_worker;

-- One row in the database of a rehearsal, where a test authority is trusted. The owner's alone.
create table rehearsal (
  is_marked boolean primary key default true check (is_marked),
  since timestamptz not null
);
