/** Ends personal data past their period. */
import { sql } from 'kysely';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { deleteOld } from '../../platform/jobs/purge.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import type { JobDeps } from '../deps.ts';
import { erasePerson } from './erase.ts';
import { COMPLAINT_YEARS, yearsBefore } from './policy.ts';
import { peopleToErase } from './queries.ts';

/** People erased in a night. */
const MOST = 500;

type RetentionDeps = Pick<JobDeps, 'db' | 'clock' | 'log'>;

/** Deletes the mails that ended before a time; returns how many. A mail stays while another one repeats it. */
const deleteMails = ({ db }: RetentionDeps, before: Date): Promise<number> =>
  deleteOld(db, {
    table: 'outbox',
    by: 'created_at',
    before,
    also: sql`coalesce(delivered_at, given_up_at) < ${before} and not exists (
      select from outbox again where again.client_id = old.client_id and again.repeats = old.outbox_id)`,
  });

/** Ends the personal data whose period is over. */
export async function endPersonalData(deps: RetentionDeps): Promise<{ mails: number; people: number }> {
  const quietSince = yearsBefore(deps.clock.now(), COMPLAINT_YEARS);
  const ended = { mails: await deleteMails(deps, quietSince), people: 0 };
  const people = await runAs(deps, WORKER, (work) => peopleToErase(work, { quietSince, limit: MOST }));
  for (const person of people) {
    const outcome = await runAs(deps, WORKER, (work) => erasePerson(work, person, null));
    if (outcome === 'erased' || outcome === 'name-kept') ended.people += 1;
  }
  return ended;
}

export const personalDataJobs = (deps: RetentionDeps): Jobs => [
  {
    name: 'end-personal-data',
    // In the night of Mexico City.
    cron: '47 8 * * *',
    run: async () => {
      const ended = await endPersonalData(deps);
      if (ended.mails + ended.people > 0) deps.log.info(ended, 'personal data ended');
    },
  },
];
