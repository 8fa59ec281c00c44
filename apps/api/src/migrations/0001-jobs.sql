-- Jobs enter the queue in the business transaction, but the roles that do business own nothing of the queue:
-- this one function is what they may do to it.
create function enqueue_job(
  identifier text,
  payload json,
  run_at timestamptz default now(),
  job_key text default null,
  queue_name text default null,
  max_attempts integer default 25
) returns void
language sql
security definer
set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job(
    identifier, payload, queue_name => queue_name, run_at => run_at, max_attempts => max_attempts, job_key => job_key
  );
$$;

revoke all on function enqueue_job from public;
grant execute on function enqueue_job to anticipa_tenant, anticipa_operator, anticipa_auth, anticipa_worker;
