/** Cuts the month that has ended, for every client, in its first days; a cut that did not finish is taken up again. */
import { addMonths, firstDayOf, lastDayOf, monthOf } from '@anticipa/domain/month';
import type { Jobs } from '../../lib/jobs/jobs.ts';
import { runAs, WORKER } from '../../lib/transaction.ts';
import { type CutDeps, cutMonth } from './commands.ts';
import { clientsOfMonth } from './queries.ts';

/** Cuts last month client by client; what is refused for one does not hold up the others. Gives how many were cut. */
export async function cutLastMonth(deps: CutDeps): Promise<number> {
  if (deps.invoicing === null) {
    deps.log.error({}, 'no invoicing provider is configured: the interest of last month is not invoiced');
    return 0;
  }
  const month = addMonths(monthOf(deps.clock.today()), -1);
  const range = { from: firstDayOf(month), to: lastDayOf(month) };
  const clients = await runAs(deps, WORKER, (work) => clientsOfMonth(work, range));
  let cut = 0;
  for (const clientId of clients) {
    const outcome = await cutMonth(deps, WORKER, clientId, month);
    if (outcome.ok) cut += 1;
    else deps.log.warn({ clientId, month, code: outcome.code }, 'a month could not be cut');
  }
  return cut;
}

export const interestJobs = (deps: CutDeps): Jobs => [
  {
    name: 'cut-last-month',
    // Two in the morning in Mexico City, every day: what did not go through on the first goes through later.
    cron: '0 8 * * *',
    run: async () => {
      const cut = await cutLastMonth(deps);
      if (cut > 0) deps.log.info({ cut }, 'last month is cut');
    },
  },
];
