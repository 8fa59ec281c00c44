import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { runEach } from '../../../platform/jobs/run-each.ts';
import { runAs, WORKER } from '../../../platform/work/transaction.ts';
import { narrowTo } from '../../../platform/work/work.ts';
import type { JobDeps } from '../../deps.ts';
import { expirePrepared, purgePrepared } from './prepared.ts';
import { clientsWithPrepared } from './prepared-queries.ts';

/** Ends prepared sales that nobody can accept any more, and deletes old ones that came to nothing. Returns the number ended. */
async function sweepPrepared(deps: Pick<JobDeps, 'db' | 'clock' | 'log'>): Promise<number> {
  const clients = await runAs(deps, WORKER, clientsWithPrepared);
  const ended = await runEach(deps.log, clients, (tenant) =>
    runAs(deps, WORKER, async (work) => {
      await purgePrepared(narrowTo(work, tenant));
      return expirePrepared(narrowTo(work, tenant));
    }),
  );
  return ended.reduce((sum, count) => sum + count, 0);
}

export const preparedJobs = (deps: JobDeps): Jobs => [
  {
    name: 'sweep-prepared-sales',
    // Soon after midnight, when dates have come.
    cron: '1 * * * *',
    run: async () => {
      const ended = await sweepPrepared(deps);
      if (ended > 0) deps.log.info({ ended }, 'prepared sales ended');
    },
  },
];
