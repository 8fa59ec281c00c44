/** Books the interest of each day, and sums the books of each day that is over. */
import { sql } from 'kysely';
import type { Database } from '../../platform/db/pool.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { narrowTo } from '../../platform/work/work.ts';
import type { JobDeps } from '../deps.ts';
import { accrueInterest } from './commands.ts';
import { clientsInCredit } from './queries.ts';
import { sumNextDay } from './sums.ts';

interface LedgerDeps extends Pick<JobDeps, 'db' | 'clock' | 'log'> {
  /** Waits for long answers. */
  readonly patient: Database;
}

/** Books what is missing through today, client by client. */
async function accrueAll(deps: LedgerDeps): Promise<void> {
  const clients = await runAs(deps, WORKER, clientsInCredit);
  await runEach(deps.log, clients, (clientId) =>
    runAs(deps, WORKER, (work) => accrueInterest(narrowTo(work, clientId))),
  );
}

/** Sums the days one by one: after an upgrade all that were ever booked. */
async function sumDays({ patient, clock }: LedgerDeps): Promise<void> {
  for (let isMore = true; isMore; )
    isMore = await runAs({ db: patient, clock }, WORKER, async (work) => {
      await sql`set local statement_timeout = '10min'`.execute(work.db);
      return await sumNextDay(work);
    });
}

export const ledgerJobs = (deps: LedgerDeps): Jobs => [
  {
    name: 'accrue-interest',
    // Every hour: the first run after midnight in Mexico City books the day, later ones what is missing.
    cron: '5 * * * *',
    run: () => accrueAll(deps),
  },
  {
    name: 'sum-books',
    // 2:15 in Mexico City, when no transaction of the day before is open any more.
    cron: '15 8 * * *',
    run: () => sumDays(deps),
  },
];
