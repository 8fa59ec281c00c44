/** Books the interest of each day. */

import type { Jobs } from '../../platform/jobs/jobs.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { narrowTo } from '../../platform/work/work.ts';
import type { JobDeps } from '../deps.ts';
import { accrueInterest } from './commands.ts';
import { clientsInCredit } from './queries.ts';

type AccrualDeps = Pick<JobDeps, 'db' | 'clock' | 'log'>;

/** Books what is missing through today, client by client. */
async function accrueAll(deps: AccrualDeps): Promise<void> {
  const clients = await runAs(deps, WORKER, clientsInCredit);
  await runEach(deps.log, clients, (clientId) =>
    runAs(deps, WORKER, (work) => accrueInterest(narrowTo(work, clientId))),
  );
}

export const ledgerJobs = (deps: AccrualDeps): Jobs => [
  {
    name: 'accrue-interest',
    // Every hour: the first run after midnight in Mexico City books the day, later ones what is missing.
    cron: '5 * * * *',
    run: () => accrueAll(deps),
  },
];
