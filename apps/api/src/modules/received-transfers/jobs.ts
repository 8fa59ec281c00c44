import type { JobDeps } from '../../lib/deps.ts';
import type { Jobs } from '../../lib/jobs/jobs.ts';
import { pollReceived, reconcileReceived } from './poll.ts';

export const receivedTransferJobs = (deps: JobDeps): Jobs => [
  { name: 'poll-received', cron: '*/10 * * * *', run: () => pollReceived(deps) },
  // 5:30 in Mexico City.
  { name: 'reconcile-received', cron: '30 11 * * *', run: () => reconcileReceived(deps) },
];
