import type { Deps } from '../../lib/deps.ts';
import type { Metrics } from '../../lib/metrics.ts';
import { runAs } from '../../lib/transaction.ts';
import { queueAge } from './queries.ts';

const visitor = { actor: null, requestId: null, idempotency: null };

/** Starts the metrics of the API on their port; null if none is set. */
export async function openMetrics(deps: Deps): Promise<Metrics | null> {
  const { metricsPort: port, metricsAddress: host } = deps.config;
  if (port === undefined) return null;
  const queue = () => runAs(deps, visitor, queueAge);
  const { startMetrics } = await import('../../lib/metrics.ts');
  return startMetrics({ host, port }, { queue, pool: deps.db.use, systems: deps.health.all }, deps.log);
}
