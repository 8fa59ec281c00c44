/** Brings an order to its end: recorded before it is sent, found before it is sent again. */
import { addDays, dateAt, type IsoDate, MEXICO_CITY } from '@anticipa/domain/calendar';
import type { Transfer } from '../../gateways/payouts/port.ts';
import type { JobDeps } from '../../lib/deps.ts';
import { runEach } from '../../lib/jobs/run-each.ts';
import { runAs, WORKER } from '../../lib/transaction.ts';
import { alertOf, applyTransfer, claimSending, recordRegistration } from './change.ts';
import { type OrderRecord, openOrders, orderBy, ordersSince } from './queries.ts';

export type TransferDeps = Pick<JobDeps, 'db' | 'clock' | 'log' | 'payouts'>;

const DAY_MS = 24 * 3_600_000;
/** Operation days that are asked for at most. */
const MAX_DAYS = 5;
/** An order that is open for longer needs a person. */
const LATE_MS = DAY_MS;
/** A paid transfer comes back within some days. */
const WATCHED_MS = 3 * DAY_MS;

/** The current operation day, which can be tomorrow, and those since an instant. */
function operationDays(since: Date, now: Date): readonly (IsoDate | null)[] {
  const today = dateAt(now, MEXICO_CITY);
  const first = dateAt(since, MEXICO_CITY);
  const days = Array.from({ length: MAX_DAYS }, (_, ago) => addDays(today, -ago));
  return [null, ...days.filter((day) => day >= first)];
}

/** Sends an order, or finds out what became of it. */
export async function advanceOrder(deps: TransferDeps, orderId: string): Promise<void> {
  const order = await runAs(deps, WORKER, (work) => orderBy(work, { orderId }));
  if (order === undefined || order.state === 'failed' || order.state === 'returned') return;
  const found = order.sentAt === null ? null : await findTransfer(deps, order, order.sentAt);
  if (found !== null) return runAs(deps, WORKER, (work) => applyTransfer(work, found));
  if (!(await runAs(deps, WORKER, (work) => claimSending(work, orderId, order.sentAt !== null)))) return;
  const registration = await deps.payouts.register(order);
  await runAs(deps, WORKER, (work) => recordRegistration(work, order, registration));
}

async function findTransfer(deps: TransferDeps, order: OrderRecord, since: Date): Promise<Transfer | null> {
  for (const operationDay of operationDays(since, deps.clock.now())) {
    const found = await deps.payouts.find({ trackingKey: order.trackingKey, direction: 'sent', operationDay });
    if (found !== null) return found;
  }
  return null;
}

/** Compares the bank's list of the days since the oldest order with these orders. */
async function reconcile(deps: TransferDeps, orders: readonly OrderRecord[]): Promise<void> {
  const [oldest] = orders;
  if (oldest === undefined) return;
  const keys = new Set(orders.map(({ trackingKey }) => trackingKey));
  for (const operationDay of operationDays(oldest.orderedAt, deps.clock.now())) {
    const transfers = await deps.payouts.reconciliation({ direction: 'sent', operationDay });
    const own = transfers.filter(({ trackingKey }) => keys.has(trackingKey));
    await runEach(deps.log, own, (transfer) => runAs(deps, WORKER, (work) => applyTransfer(work, transfer)));
  }
}

/** Asks for all open orders at once, continues those that were not sent, and alerts about old ones. */
export async function pollOrders(deps: TransferDeps): Promise<void> {
  await reconcile(deps, await runAs(deps, WORKER, openOrders));
  const open = await runAs(deps, WORKER, openOrders);
  const lateBefore = deps.clock.now().getTime() - LATE_MS;
  await runEach(deps.log, open, async (order) => {
    if (order.orderedAt.getTime() < lateBefore) await runAs(deps, WORKER, (work) => alertOf(work, order, 'late'));
    if (order.state === 'ordered') await advanceOrder(deps, order.orderId);
  });
}

/** Finds transfers that came back, or were paid after they had failed. */
export async function reconcileOrders(deps: TransferDeps): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - WATCHED_MS);
  await reconcile(deps, await runAs(deps, WORKER, (work) => ordersSince(work, since)));
}
