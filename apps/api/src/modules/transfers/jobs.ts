import { z } from 'zod';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { jsonOf } from '../../platform/outside/outside-call.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import type { JobDeps } from '../deps.ts';
import { advanceOrder, pollOrders, reconcileOrders } from './advance.ts';
import { blockPaid, forgetCall, recordCall } from './change.ts';
import { fetchProofs } from './proof.ts';
import { callBy, orderBy } from './queries.ts';

const anOrder = z.object({ orderId: z.uuid() });
const aCall = z.object({ digest: z.base64() });
/** Accepts both shapes: the id comes as a number or a text, and only the newer one has our own key. */
const news = z.object({
  id: z
    .union([z.int().transform(String), z.string().regex(/^\d{1,18}$/)])
    .nullish()
    .catch(null),
  folioOrigen: z
    .string()
    .regex(/^[A-Za-z0-9]{1,29}$/)
    .nullish()
    .catch(null),
});

/** The bank has news of an order, if it is one of ours. The call is not signed, so nothing in it is believed. */
async function follow(deps: JobDeps, payload: unknown): Promise<void> {
  const digest = Buffer.from(aCall.parse(payload).digest, 'base64');
  await runAs(deps, WORKER, async (work) => {
    const call = await callBy(work, digest);
    if (call?.kind !== 'state') return;
    const { data } = news.safeParse(jsonOf(call));
    const byKey = data?.folioOrigen ? await orderBy(work, { trackingKey: data.folioOrigen }) : undefined;
    const order = byKey ?? (data?.id ? await orderBy(work, { bankId: data.id }) : undefined);
    await (order === undefined ? forgetCall(work, digest) : recordCall(work, digest, order));
  });
}

/** The account that an order has paid has another holder, as a client has learnt from its proof. */
async function blockPaidAccount(deps: JobDeps, orderId: string): Promise<void> {
  await runAs(deps, WORKER, async (work) => {
    const order = await orderBy(work, { orderId });
    if (order) await blockPaid(work, order);
  });
}

export const transferJobs = (deps: JobDeps): Jobs => [
  { name: 'transfer-order', run: async (payload) => advanceOrder(deps, anOrder.parse(payload).orderId) },
  { name: 'block-paid-account', run: (payload) => blockPaidAccount(deps, anOrder.parse(payload).orderId) },
  { name: 'bank-call', run: (payload) => follow(deps, payload) },
  { name: 'poll-transfers', cron: '*/3 * * * *', run: () => pollOrders(deps) },
  { name: 'fetch-payment-proofs', cron: '*/10 * * * *', run: () => fetchProofs(deps) },
  // 5:00 in Mexico City.
  { name: 'reconcile-transfers', cron: '0 11 * * *', run: () => reconcileOrders(deps) },
];
