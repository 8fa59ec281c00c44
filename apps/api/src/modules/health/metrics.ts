import type { Metrics } from '../../platform/observe/metrics.ts';
import { runAs } from '../../platform/work/transaction.ts';
import type { Deps } from '../deps.ts';
import { queueAge } from './queries.ts';

const visitor = { actor: null, requestId: null, idempotency: null };

/** Starts the metrics of the API on their port; null if none is set. */
export async function openMetrics(deps: Deps): Promise<Metrics | null> {
  const { metricsPort: port, metricsAddress: host } = deps.config;
  if (port === undefined) return null;
  const queue = () => runAs(deps, visitor, queueAge);
  const { startMetrics } = await import('../../platform/observe/metrics.ts');
  return startMetrics({ host, port }, { queue, pool: deps.db.use, systems: deps.health.all }, deps.log);
}
