import { z } from 'zod';
import type { JobDeps } from '../../lib/deps.ts';
import type { Jobs } from '../../lib/jobs/jobs.ts';
import { runAs, WORKER } from '../../lib/transaction.ts';
import { advanceOrder, pollOrders, reconcileOrders } from './advance.ts';
import { enqueueOrder } from './change.ts';
import { fetchProofs } from './proof.ts';
import { orderBy } from './queries.ts';

const anOrder = z.object({ orderId: z.uuid() });
const news = z.object({ trackingKey: z.string().nullable(), bankId: z.string().nullable() });

/** The bank has news of an order, if it is one of ours. */
async function wake(deps: JobDeps, payload: unknown): Promise<void> {
  const { trackingKey, bankId } = news.parse(payload);
  await runAs(deps, WORKER, async (work) => {
    const byKey = trackingKey === null ? undefined : await orderBy(work, { trackingKey });
    const order = byKey ?? (bankId === null ? undefined : await orderBy(work, { bankId }));
    if (order !== undefined) await enqueueOrder(work, order.orderId);
  });
}

export const transferJobs = (deps: JobDeps): Jobs => [
  { name: 'transfer-order', run: async (payload) => advanceOrder(deps, anOrder.parse(payload).orderId) },
  { name: 'transfer-news', run: (payload) => wake(deps, payload) },
  { name: 'poll-transfers', cron: '*/3 * * * *', run: () => pollOrders(deps) },
  { name: 'fetch-payment-proofs', cron: '*/10 * * * *', run: () => fetchProofs(deps) },
  // 5:00 in Mexico City.
  { name: 'reconcile-transfers', cron: '0 11 * * *', run: () => reconcileOrders(deps) },
];
