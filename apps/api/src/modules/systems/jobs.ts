import type { Jobs } from '../../platform/jobs/jobs.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import type { JobDeps } from '../deps.ts';
import { recordSystems } from './queries.ts';

export const systemsJobs = (deps: Pick<JobDeps, 'db' | 'clock' | 'health'>): Jobs => [
  {
    name: 'record-outside-systems',
    cron: '* * * * *',
    run: () => runAs(deps, WORKER, (work) => recordSystems(work, deps.health.all())),
  },
];
