import type { JobDeps } from '../../lib/deps.ts';
import type { Jobs } from '../../lib/jobs/jobs.ts';
import { registerAccounts } from './registration.ts';

export const payerJobs = (deps: JobDeps): Jobs => [
  { name: 'register-clabes', cron: '*/5 * * * *', run: () => registerAccounts(deps) },
];
