import type { Jobs } from '../../platform/jobs/jobs.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import type { JobDeps } from '../deps.ts';
import { enqueuePoll, pollReceived, reconcileReceived } from './poll.ts';

export const receivedTransferJobs = (deps: JobDeps): Jobs => [
  // The bank calls about a transfer that it received; the call's contents are not trusted.
  { name: 'received-call', run: () => runAs(deps, WORKER, enqueuePoll) },
  { name: 'poll-received', cron: '*/10 * * * *', run: () => pollReceived(deps) },
  // 5:30 in Mexico City.
  { name: 'reconcile-received', cron: '30 11 * * *', run: () => reconcileReceived(deps) },
];
