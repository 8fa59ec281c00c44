import { z } from 'zod';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import type { JobDeps } from '../deps.ts';
import { paymentsThatWait } from './deposit-wait-queries.ts';
import { settleWait } from './settle-waits.ts';

const aReceipt = z.object({ paymentId: z.uuid() });

/** Jobs that apply money which waited for a deposit. */
export const collectionJobs = (deps: JobDeps): Jobs => [
  {
    name: 'settle-deposit-wait',
    run: (payload) => runAs(deps, WORKER, (work) => settleWait(work, aReceipt.parse(payload).paymentId)),
  },
  {
    // Covers waits whose own job has failed for good.
    name: 'settle-deposit-waits',
    cron: '20 * * * *',
    run: async () => {
      const waiting = await runAs(deps, WORKER, paymentsThatWait);
      await runEach(deps.log, waiting, (paymentId) => runAs(deps, WORKER, (work) => settleWait(work, paymentId)));
    },
  },
];
