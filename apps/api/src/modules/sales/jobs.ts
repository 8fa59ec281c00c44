import type { JobDeps } from '../../lib/deps.ts';
import type { Jobs } from '../../lib/jobs/jobs.ts';
import { runAs, WORKER } from '../../lib/transaction.ts';
import { narrowTo } from '../../lib/work.ts';
import { expireSales } from './end.ts';
import { clientsWithOverdueSales } from './overdue-queries.ts';

/** Ends sales not confirmed within 30 minutes, client by client. Returns their number. */
export async function sweepExpired(deps: Pick<JobDeps, 'db' | 'clock'>): Promise<number> {
  let ended = 0;
  for (const tenant of await runAs(deps, WORKER, clientsWithOverdueSales))
    ended += await runAs(deps, WORKER, (work) => expireSales(narrowTo(work, tenant)));
  return ended;
}

export const salesJobs = (deps: JobDeps): Jobs => [
  {
    name: 'sweep-expired-sales',
    cron: '* * * * *',
    run: async () => {
      const ended = await sweepExpired(deps);
      if (ended > 0) deps.log.info({ ended }, 'expired sales ended');
    },
  },
];
