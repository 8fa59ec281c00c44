import { sql } from 'kysely';
import type { Database } from '../../platform/db/pool.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import type { JobDeps } from '../deps.ts';
import { carryInvoices, monthsToCarry } from './carry.ts';

interface CarryDeps extends Pick<JobDeps, 'clock'> {
  /** Waits for long answers. */
  readonly patient: Database;
}

/** Carries the invoices of the months that are over, one month at a time: after an upgrade those of all months. */
async function carryMonths({ patient, clock }: CarryDeps): Promise<void> {
  const deps = { db: patient, clock };
  for (const day of await runAs(deps, WORKER, monthsToCarry))
    await runAs(deps, WORKER, async (work) => {
      await sql`select set_config('statement_timeout', '10min', true), set_config('work_mem', '64MB', true)`.execute(
        work.db,
      );
      await carryInvoices(work, day);
    });
}

export const portfolioReportJobs = (deps: CarryDeps): Jobs => [
  {
    name: 'carry-invoices',
    // 2:45 in Mexico City, after the sums of the day, which keep entries out of the month.
    cron: '45 8 * * *',
    run: () => carryMonths(deps),
  },
];
