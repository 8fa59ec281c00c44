/** Ends personal data past their period. */
import { sql } from 'kysely';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import type { JobDeps } from '../deps.ts';
import { erasePerson } from './erase.ts';
import { COMPLAINT_YEARS, yearsBefore } from './policy.ts';
import { peopleToErase } from './queries.ts';

/** Rows of one transaction, which holds no lock for long. */
const BATCH = 500;

type RetentionDeps = Pick<JobDeps, 'db' | 'clock' | 'log'>;

/** Deletes a batch of mails; returns how many. A mail stays while another one repeats it. */
const deleteMails = (deps: RetentionDeps, before: Date): Promise<number> =>
  runAs(deps, WORKER, async ({ db }) => {
    const { numAffectedRows = 0n } = await sql`
      delete from outbox using (
        select client_id, outbox_id from outbox old
        where created_at < ${before} and coalesce(delivered_at, given_up_at) < ${before} and not exists (
          select from outbox again where again.client_id = old.client_id and again.repeats = old.outbox_id
        )
        limit ${BATCH}
      ) old where outbox.client_id = old.client_id and outbox.outbox_id = old.outbox_id`.execute(db);
    return Number(numAffectedRows);
  });

/** Ends the personal data whose period is over. */
export async function endPersonalData(deps: RetentionDeps): Promise<{ mails: number; people: number }> {
  const quietSince = yearsBefore(deps.clock.now(), COMPLAINT_YEARS);
  const ended = { mails: 0, people: 0 };
  for (let deleted = BATCH; deleted > 0; ended.mails += deleted) deleted = await deleteMails(deps, quietSince);
  const people = await runAs(deps, WORKER, (work) => peopleToErase(work, { quietSince, limit: BATCH }));
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
