import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { sql } from 'kysely';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { deleteOld } from '../../platform/jobs/purge.ts';
import { deleteDeadJobs } from '../../platform/jobs/queue-state.ts';
import type { JobDeps } from '../deps.ts';
import { activityWindow } from './gate.ts';
import { KNOWN_DAYS } from './known-places.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Retention of counters, uses of daily limits, stored answers, unprocessed recovery requests and ended sessions. */
const KEPT_MS = {
  counters: HOUR_MS,
  uses: 7 * DAY_MS,
  answers: 7 * DAY_MS,
  events: 30 * DAY_MS,
  inbox: 7 * DAY_MS,
  sessions: 30 * DAY_MS,
} as const;

/** Until then an operator can see in the queue why a job failed. */
const DEAD_JOBS_DAYS = 30;

/** Deletes rows past their retention. */
export async function purge({ db, clock }: Pick<JobDeps, 'db' | 'clock'>): Promise<void> {
  const before = (ms: number): Date => new Date(clock.now().getTime() - ms);
  await deleteOld(db, { table: 'rate_counters', by: 'window_start', before: before(KEPT_MS.counters) });
  await deleteOld(db, { table: 'daily_use', by: 'day', before: dateAt(before(KEPT_MS.uses), MEXICO_CITY) });
  await deleteOld(db, { table: 'idempotency', by: 'created_at', before: before(KEPT_MS.answers) });
  await deleteOld(db, { table: 'sessions', by: 'expires_at', before: before(KEPT_MS.sessions) });
  await deleteOld(db, {
    table: 'recovery_requests',
    by: 'requested_at',
    before: before(KEPT_MS.sessions),
    also: sql`ended_at is not null`,
  });
  // Never processed, because the job gave up.
  await deleteOld(db, { table: 'recovery_inbox', by: 'received_at', before: before(KEPT_MS.inbox) });
  await deleteOld(db, { table: 'client_events', by: 'happened_at', before: before(KEPT_MS.events) });
  await deleteOld(db, { table: 'webhook_deliveries', by: 'created_at', before: before(KEPT_MS.events) });
  await deleteOld(db, { table: 'test_companies', by: 'changed_at', before: before(KEPT_MS.events) });
  await deleteOld(db, { table: 'webhook_secrets', by: 'ends_at', before: before(0) });
  await deleteOld(db, { table: 'login_attempts', by: 'attempted_at', before: before(KNOWN_DAYS * DAY_MS) });
  await db.withTransaction({ as: 'worker' }, (executor) => deleteDeadJobs(executor, DEAD_JOBS_DAYS));
}

/** Ends what has expired, so that a clock that is set back does not revive it. */
const endExpired = (deps: Pick<JobDeps, 'db' | 'clock'>): Promise<void> =>
  deps.db.withTransaction({ as: 'worker' }, async (executor) => {
    const now = deps.clock.now();
    const { after, before } = activityWindow(now);
    await executor
      .updateTable('sessions')
      .set({ ended_at: now })
      .where('ended_at', 'is', null)
      .where((where) =>
        where.or([
          where('expires_at', '<=', now),
          where('last_used_at', '<=', after),
          where('last_used_at', '>=', before),
        ]),
      )
      .execute();
    await executor.deleteFrom('recovery_keys').where('expires_at', '<=', now).execute();
  });

export const sessionJobs = (deps: JobDeps): Jobs => [
  { name: 'end-expired', cron: '* * * * *', run: () => endExpired(deps) },
  { name: 'purge', cron: '17 * * * *', run: () => purge(deps) },
];
