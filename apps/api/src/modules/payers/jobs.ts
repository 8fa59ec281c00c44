import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { JobDeps } from '../deps.ts';
import { registerAccounts } from './registration.ts';

export const payerJobs = (deps: JobDeps): Jobs => [
  { name: 'register-clabes', cron: '*/5 * * * *', run: () => registerAccounts(deps) },
];
