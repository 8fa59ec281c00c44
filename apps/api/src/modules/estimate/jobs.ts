/** Books the estimate of each month. */
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { narrowTo } from '../../platform/work/work.ts';
import type { JobDeps } from '../deps.ts';
import { bookEstimate } from './commands.ts';
import { clientsToEstimate, monthDue } from './queries.ts';

type EstimateDeps = Pick<JobDeps, 'db' | 'clock' | 'log'>;

/** Books the month that ends, or the last one if the worker was down; each client in a transaction of its own. */
async function estimateMonth(deps: EstimateDeps): Promise<void> {
  const month = monthDue(deps.clock.now());
  const clients = await runAs(deps, WORKER, (work) => clientsToEstimate(work, month));
  await runEach(deps.log, clients, (clientId) =>
    runAs(deps, WORKER, (work) => bookEstimate(narrowTo(work, clientId), month)),
  );
}

export const estimateJobs = (deps: EstimateDeps): Jobs => [
  {
    name: 'estimate-month',
    // The run at 23:25 of the last day in Mexico City books the month; later ones do what is missing.
    cron: '25 * * * *',
    run: () => estimateMonth(deps),
  },
];
