import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/pool.ts';
import type { JobDeps } from '../../lib/deps.ts';
import type { Jobs } from '../../lib/jobs/jobs.ts';
import { expireSales } from './end.ts';
import { clientsWithOverdueSales } from './queries.ts';

/** Puts back whatever sales hold that nobody confirmed in 30 minutes, client by client. Returns how many sales ended. */
export const sweepExpired = async ({
  db,
  clock,
}: {
  readonly db: Database;
  readonly clock: Clock;
}): Promise<number> => {
  const at = clock.now();
  const tenants = await db.withTransaction({ as: 'worker' }, (executor) => clientsWithOverdueSales(executor, at));
  let ended = 0;
  for (const tenant of tenants) ended += await expireSales(db, { as: 'worker' }, { tenant, at });
  return ended;
};

export const salesJobs = (deps: JobDeps): Jobs => [
  {
    name: 'sweep-expired-sales',
    cron: '* * * * *',
    run: async () => {
      const ended = await sweepExpired(deps);
      if (ended > 0) deps.log.info({ ended }, 'expired sales put back');
    },
  },
];
