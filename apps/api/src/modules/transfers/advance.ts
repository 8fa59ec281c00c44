/** Brings an order to its end: recorded before it is sent, found before it is sent again. */
import { addDays, dateAt, type IsoDate, MEXICO_CITY } from '@anticipa/domain/calendar';
import { ASKED_DAYS, canBeProvenMissing, operationDaysOf, type SentDays } from '@anticipa/domain/transfer-order';
import type { Transfer } from '../../gateways/payouts/port.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { raiseAlert } from '../alerts/alert.ts';
import type { JobDeps } from '../deps.ts';
import { applyTransfer } from './apply.ts';
import { alertOf, claimSending, isResendDue, markFollowed, recordRegistration } from './change.ts';
import { calledOrders, type OrderRecord, openOrders, orderBy, ordersSince } from './queries.ts';

export type TransferDeps = Pick<JobDeps, 'db' | 'clock' | 'log' | 'payouts'>;
type BankDeps = Pick<TransferDeps, 'payouts' | 'clock'>;

const DAY_MS = 24 * 3_600_000;
/** An order that is open for longer needs a person. */
const LATE_MS = DAY_MS;
/** A paid transfer comes back within some days. */
const WATCHED_MS = 3 * DAY_MS;

const today = ({ clock }: BankDeps): IsoDate => dateAt(clock.now(), MEXICO_CITY);

const sentDaysOf = ({ sentAt, resentAt, orderedAt }: OrderRecord): SentDays => ({
  first: dateAt(sentAt ?? orderedAt, MEXICO_CITY),
  last: dateAt(resentAt ?? orderedAt, MEXICO_CITY),
});

/** Sends an order, or finds out what became of it. */
export async function advanceOrder(deps: TransferDeps, orderId: string): Promise<void> {
  const order = await runAs(deps, WORKER, (work) => orderBy(work, { orderId }));
  if (order === undefined) return;
  if (order.sentAt !== null) {
    const found = await findAtBank(deps, order);
    if (found !== null) return runAs(deps, WORKER, (work) => applyTransfer(work, found));
    if (order.state !== 'ordered' || !isResendDue(order, deps.clock.now())) return;
    // From now on the bank could have it without answering about it.
    if (!canBeProvenMissing(sentDaysOf(order), today(deps)))
      return runAs(deps, WORKER, (work) => alertOf(work, order, 'in-doubt'));
    const listed = await listedAtBank(deps, order);
    if (listed !== null) return runAs(deps, WORKER, (work) => applyTransfer(work, listed));
  }
  if (!(await runAs(deps, WORKER, (work) => claimSending(work, order)))) return;
  const registration = await deps.payouts.register(order);
  await runAs(deps, WORKER, (work) => recordRegistration(work, order, registration));
}

/** An order by its key, on each operation day that can have it. */
async function findAtBank(deps: BankDeps, order: OrderRecord): Promise<Transfer | null> {
  for (const operationDay of operationDaysOf(sentDaysOf(order), today(deps))) {
    const found = await deps.payouts.find({ trackingKey: order.trackingKey, direction: 'sent', operationDay });
    if (found !== null) return found;
  }
  return null;
}

/** Whether the bank has an order, by its key or in a list. Throws if it cannot be asked. */
export const isAtBank = async (deps: BankDeps, order: OrderRecord): Promise<boolean> =>
  ((await findAtBank(deps, order)) ?? (await listedAtBank(deps, order))) !== null;

/** An order in the lists of these days: the query by key does not find every order. */
async function listedAtBank(deps: BankDeps, order: OrderRecord): Promise<Transfer | null> {
  for (const operationDay of operationDaysOf(sentDaysOf(order), today(deps))) {
    const { transfers, unreadable } = await deps.payouts.reconciliation({ direction: 'sent', operationDay });
    const found = transfers.find(({ trackingKey }) => trackingKey === order.trackingKey);
    if (found !== undefined) return found;
    if (unreadable > 0) throw new Error('an unreadable entry of the list may be the order');
  }
  return null;
}

/** Compares the bank's lists of the days of these orders, not before a day, with them. */
async function reconcile(deps: TransferDeps, orders: readonly OrderRecord[], from: IsoDate): Promise<void> {
  const keys = new Set(orders.map(({ trackingKey }) => trackingKey));
  const days = new Set(orders.flatMap((order) => operationDaysOf(sentDaysOf(order), today(deps))));
  const asked = [...days].filter((day) => day === null || day >= from);
  // A day that cannot be asked about does not stop the others.
  await runEach(deps.log, asked, async (operationDay) => {
    const { transfers, unreadable } = await deps.payouts.reconciliation({ direction: 'sent', operationDay });
    if (unreadable > 0) await alertOfList(deps, operationDay ?? today(deps), unreadable);
    const own = transfers.filter(({ trackingKey }) => keys.has(trackingKey));
    await runEach(deps.log, own, (transfer) => runAs(deps, WORKER, (work) => applyTransfer(work, transfer)));
  });
}

const alertOfList = (deps: TransferDeps, operationDay: IsoDate, rows: number): Promise<void> =>
  runAs(deps, WORKER, (work) =>
    raiseAlert(work, {
      kind: 'transfer',
      subject: `bank-list:sent-${operationDay}`,
      reason: 'unreadable',
      details: { rows },
    }),
  );

/** Asks for all open orders, and those that the bank called about, at once; continues unsent ones, and alerts about old ones. */
export async function pollOrders(deps: TransferDeps): Promise<void> {
  const asked = await runAs(deps, WORKER, async (work) => [...(await openOrders(work)), ...(await calledOrders(work))]);
  await runAs(deps, WORKER, (work) => markFollowed(work));
  await reconcile(deps, asked, addDays(today(deps), 1 - ASKED_DAYS));
  const open = await runAs(deps, WORKER, openOrders);
  const lateBefore = deps.clock.now().getTime() - LATE_MS;
  await runEach(deps.log, open, async (order) => {
    if (order.orderedAt.getTime() < lateBefore) await runAs(deps, WORKER, (work) => alertOf(work, order, 'late'));
    const isAsked = canBeProvenMissing(sentDaysOf(order), today(deps));
    if (!isAsked) await runAs(deps, WORKER, (work) => alertOf(work, order, 'in-doubt'));
    if (order.state === 'ordered' && (isAsked || order.sentAt === null)) await advanceOrder(deps, order.orderId);
  });
}

/** Finds transfers that came back, or were paid after they had failed, and orders in doubt, however old. */
export async function reconcileOrders(deps: TransferDeps): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - WATCHED_MS);
  const orders = await runAs(deps, WORKER, (work) => ordersSince(work, since));
  const first = orders.map((order) => sentDaysOf(order).first).toSorted()[0];
  if (first !== undefined) await reconcile(deps, orders, first);
}
