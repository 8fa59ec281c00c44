import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import type { Jobs } from '../../platform/jobs/jobs.ts';
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
  inbox: 7 * DAY_MS,
  sessions: 30 * DAY_MS,
} as const;

/** Until then an operator can see in the queue why a job failed. */
const DEAD_JOBS_DAYS = 30;

/** Deletes rows past their retention. */
export const purge = (deps: Pick<JobDeps, 'db' | 'clock'>): Promise<void> =>
  deps.db.withTransaction({ as: 'worker' }, async (executor) => {
    const before = (ms: number): Date => new Date(deps.clock.now().getTime() - ms);
    await executor.deleteFrom('rate_counters').where('window_start', '<', before(KEPT_MS.counters)).execute();
    await executor
      .deleteFrom('daily_use')
      .where('day', '<', dateAt(before(KEPT_MS.uses), MEXICO_CITY))
      .execute();
    await executor.deleteFrom('idempotency').where('created_at', '<', before(KEPT_MS.answers)).execute();
    await executor.deleteFrom('sessions').where('expires_at', '<', before(KEPT_MS.sessions)).execute();
    await executor
      .deleteFrom('recovery_requests')
      .where('requested_at', '<', before(KEPT_MS.sessions))
      .where('ended_at', 'is not', null)
      .execute();
    // Never processed, because the job gave up.
    await executor.deleteFrom('recovery_inbox').where('received_at', '<', before(KEPT_MS.inbox)).execute();
    await executor
      .deleteFrom('login_attempts')
      .where('attempted_at', '<', before(KNOWN_DAYS * DAY_MS))
      .execute();
    await deleteDeadJobs(executor, DEAD_JOBS_DAYS);
  });

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
