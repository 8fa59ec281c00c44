import type { Jobs } from '../../platform/jobs/jobs.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { narrowTo } from '../../platform/work/work.ts';
import type { JobDeps } from '../deps.ts';
import { expireSales } from './end.ts';
import { clientsWithOverdueSales } from './overdue-queries.ts';

/** Ends sales not confirmed within 30 minutes, client by client. Returns their number. */
export async function sweepExpired(deps: Pick<JobDeps, 'db' | 'clock' | 'log'>): Promise<number> {
  const clients = await runAs(deps, WORKER, clientsWithOverdueSales);
  const ended = await runEach(deps.log, clients, (tenant) =>
    runAs(deps, WORKER, (work) => expireSales(narrowTo(work, tenant))),
  );
  return ended.reduce((sum, count) => sum + count, 0);
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
