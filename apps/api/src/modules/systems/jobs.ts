import type { JobDeps } from '../../lib/deps.ts';
import type { Jobs } from '../../lib/jobs/jobs.ts';
import { runAs, WORKER } from '../../lib/transaction.ts';
import { recordSystems } from './queries.ts';

export const systemsJobs = (deps: Pick<JobDeps, 'db' | 'clock' | 'health'>): Jobs => [
  {
    name: 'record-outside-systems',
    cron: '* * * * *',
    run: () => runAs(deps, WORKER, (work) => recordSystems(work, deps.health.all())),
  },
];
