/** Each hour: publishes Banxico's rate of today, if it has none yet. */
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { WORKER } from '../../platform/work/transaction.ts';
import { fetchRate, type RateDeps } from './fetch-rate.ts';

export const lenderCalendarJobs = (deps: RateDeps): Jobs => [
  {
    name: 'fetch-exchange-rate',
    cron: '5 * * * *',
    run: async () => {
      await fetchRate(deps, WORKER);
    },
  },
];
