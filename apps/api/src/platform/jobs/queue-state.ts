/** Rows of the queue that its library leaves to the application. */
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../db/pool.ts';
import { rowsOf, valuesOf } from '../db/rows.ts';
import type { Doubtful } from './pulse.ts';

/**
 * Jobs and schedules of a clock that has been set back since would wait until it has caught up. No job is planned a day ahead:
 * the longest delay of a repetition is six hours.
 */
export async function rescheduleFuture(executor: Executor): Promise<void> {
  await sql`update graphile_worker._private_known_crontabs set last_execution = now()
    where last_execution > now() + interval '1 day'`.execute(executor);
  await sql`update graphile_worker._private_jobs set run_at = now()
    where run_at > now() + interval '1 day' and locked_at is null`.execute(executor);
}

/** Whether the job with this key runs as soon as a slot is free. */
export const hasDueJob = (key: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from graphile_worker._private_jobs jobs
  where jobs.key = ${key} and locked_at is null and jobs.attempts < max_attempts and run_at <= now())`;

const countRow = z.object({ kind: z.string(), due: z.int(), oldest: z.number(), dead: z.int() });

/** Jobs by kind: those due, the seconds that the oldest of them has waited, and those without attempts left. */
export const jobCounts = (executor: Executor) => rowsOf(executor, countRow)`
  select identifier as kind, count(*) filter (where is_due)::integer as due,
    coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::float as oldest,
    count(*) filter (where is_dead)::integer as dead
  from graphile_worker._private_tasks tasks join lateral (
    select run_at, attempts >= max_attempts as is_dead, attempts < max_attempts and run_at <= now() as is_due
    from graphile_worker._private_jobs where task_id = tasks.id and locked_at is null
  ) jobs on true
  group by identifier`;

/** Deletes jobs that have used up their attempts, some days after the last one. */
export async function deleteDeadJobs(executor: Executor, days: number): Promise<void> {
  await sql`delete from graphile_worker._private_jobs
    where attempts >= max_attempts and locked_at is null
      and updated_at < now() - ${days} * interval '1 day'`.execute(executor);
}

/** Seconds that the oldest due job of these names has waited; 0 without one. */
export async function longestDue(executor: Executor, tasks: readonly string[]): Promise<number> {
  const [seconds = 0] = await valuesOf(executor, z.number())`
    select coalesce(extract(epoch from now() - min(run_at)), 0)::float
    from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = task_id
    where identifier = any(${tasks}) and locked_at is null and attempts < jobs.max_attempts and run_at <= now()`;
  return seconds;
}

/**
 * Returns jobs that our own pools have locked for longer than `ms` but do not run, as after a fetch whose answer was lost:
 * they would stay locked for four hours. Returns their number.
 */
export async function returnJobs(executor: Executor, { pools, running }: Doubtful, ms: number): Promise<number> {
  const { numAffectedRows } = await sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null
    where locked_by = any(${pools}) and id <> all(${running}::bigint[])
      and locked_at < now() - ${ms} * interval '1 millisecond'`.execute(executor);
  return Number(numAffectedRows ?? 0);
}
