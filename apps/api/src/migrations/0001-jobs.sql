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
) returns void
language sql
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
as $$
  select graphile_worker.add_job(
    identifier, payload, queue_name => queue_name, run_at => run_at, max_attempts => max_attempts, job_key => job_key,
    priority => priority
  );
$$;

-- Seconds since the oldest due job (0 without one) and since the last scheduled jobs (null before the first).
create function queue_age(out waiting double precision, out since_scheduled double precision)
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select
    (select coalesce(extract(epoch from greatest(now() - min(run_at), '0')), 0)
     from graphile_worker.jobs where locked_at is null and attempts < max_attempts and run_at <= now()),
    (select extract(epoch from now() - max(last_execution)) from graphile_worker._private_known_crontabs);
$$;

revoke all on function enqueue_job, queue_age from public;
grant execute on function queue_age to anticipa_auth;
grant execute on function enqueue_job to anticipa_tenant, anticipa_operator, anticipa_auth, anticipa_worker;
