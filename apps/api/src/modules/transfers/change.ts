/** The only writes to an order after it was made. */
import { isSameName } from '@anticipa/domain/spei';
import { type TransferStep, transferSteps } from '@anticipa/domain/transfer-order';
import { sql, type Updateable } from 'kysely';
import type { Registration } from '../../gateways/payouts/port.ts';
import type { DB } from '../../platform/db/schema.ts';
import { announceAll } from '../../platform/live/events.ts';
import { narrowTo, type Principal, type WideWork, type Work } from '../../platform/work/work.ts';
import { closeAlertsOf, raiseAlert } from '../alerts/alert.ts';
import { type AuditEntry, writeAudit } from '../log/audit.ts';
import { blockAccounts } from '../returned-payments/commands.ts';
import { lockOrder, type OrderRecord, type OrderSubject } from './queries.ts';

export type WorkerWork = WideWork<Principal>;

/** Queues the next step of an order; once, however often it is queued. */
export async function enqueueOrder({ db }: WideWork, orderId: string, delayMs = 0): Promise<void> {
  await sql`select enqueue_job('transfer-order', ${JSON.stringify({ orderId })}::json,
    run_at => now() + ${delayMs} * interval '1 millisecond', job_key => ${`transfer:${orderId}`})`.execute(db);
}

export type BankNews = Pick<
  Updateable<DB['transfer_orders']>,
  'sent_at' | 'resent_at' | 'bank_id' | 'bank_state' | 'settled_at' | 'operation_day' | 'holder' | 'failure'
>;

const updateOrder = ({ db }: WideWork, { orderId }: OrderRecord, change: Updateable<DB['transfer_orders']>) =>
  db.updateTable('transfer_orders').set(change).where('order_id', '=', orderId);

/** The work to which the audit and the alerts of an order belong: its client's, if it has one. */
export const ownWork = <P extends Principal | null>(
  work: WideWork<P>,
  { clientId }: OrderSubject,
): WideWork<P> | Work<P> => (clientId === null ? work : narrowTo(work, clientId));

/** The subject under which the log has an order. */
export function auditSubjectOf(subject: OrderSubject): AuditEntry['subject'] {
  switch (subject.purpose) {
    case 'deposit':
      return `sale:${subject.saleId}`;
    case 'payout':
      return `client:${subject.clientId}`;
    case 'return':
      return `unidentified-payment:${subject.paymentId}`;
  }
}

/** Takes a step of an order; returns false if its state does not allow it. */
export async function move(
  work: WorkerWork,
  order: OrderRecord,
  step: TransferStep,
  change: BankNews,
): Promise<boolean> {
  const { from, to } = transferSteps[step];
  const { numUpdatedRows } = await updateOrder(work, order, { ...change, state: to })
    .where('state', 'in', [...from])
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  const { trackingKey, subject } = order;
  if (to === 'returned' && subject.purpose === 'deposit')
    await announceAll(narrowTo(work, subject.clientId), { sales: [subject.saleId], invoices: [] });
  if (to !== 'sent') await closeAlertsOf(work, { trackingKey, reasons: ['late', 'in-doubt'] }, 'ended');
  await writeAudit(ownWork(work, subject), {
    action: `transfer.${step}`,
    subject: auditSubjectOf(subject),
    details: { orderId: order.orderId, ...(change.failure == null ? {} : { failure: change.failure }) },
  });
  return true;
}

/** `in-doubt`: the bank can no longer prove that it does not have the order. Others contradict what was known before. */
type AlertReason =
  | 'failed'
  | 'returned'
  | 'differs'
  | 'late'
  | 'in-doubt'
  | 'paid-twice'
  | 'paid-after-failure'
  | 'in-flight-again'
  | 'other-holder';

/** Raises an alert about an order, for its client if it has one. `more`: further details. */
export async function alertOf(
  work: WideWork,
  order: OrderRecord,
  reason: AlertReason,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { trackingKey, amount, subject } = order;
  const details = { ...(subject.purpose === 'deposit' && { saleId: subject.saleId }), trackingKey, amount, ...more };
  await raiseAlert(ownWork(work, subject), {
    kind: 'transfer',
    subject: `transfer:${order.orderId}`,
    reason,
    details,
  });
}

/**
 * Raises an alert and blocks the account if the account that was paid has another holder than the order named. A client may not write
 * accounts, so the worker blocks those whose proof a client has fetched.
 */
export async function checkHolder(work: WideWork, order: OrderRecord, holder: string): Promise<void> {
  const expected = order.beneficiary.name;
  if (isSameName(holder, expected)) return;
  await alertOf(work, order, 'other-holder', { expected, holder });
  if (work.actor?.kind !== 'client') return blockPaid(work, order);
  await sql`select enqueue_job('block-paid-account', ${JSON.stringify({ orderId: order.orderId })}::json)`.execute(
    work.db,
  );
}

/** Blocks the account of a client that an order has paid. */
export async function blockPaid(work: WideWork, { subject, beneficiary }: OrderRecord): Promise<void> {
  if (subject.clientId !== null) await blockAccounts(narrowTo(work, subject.clientId), beneficiary.clabe);
}

/** An order is sent again only after the bank did not know it for this long. */
const RESEND_MS = 2 * 60_000;

/** Whether an order that the bank does not know may be sent again. */
export const isResendDue = ({ resentAt }: OrderRecord, now: Date): boolean =>
  resentAt === null || resentAt.getTime() + RESEND_MS <= now.getTime();

/** Whether an order is to be sent now, which is recorded before it is. `asked`: as it was when the bank was asked for it in vain. */
export async function claimSending(work: WorkerWork, asked: OrderRecord): Promise<boolean> {
  const order = await lockOrder(work, asked.orderId);
  if (order?.state !== 'ordered' || order.resentAt?.getTime() !== asked.resentAt?.getTime()) return false;
  if (!isResendDue(order, work.at)) return false;
  await updateOrder(work, order, { sent_at: order.sentAt ?? work.at, resent_at: work.at }).execute();
  return true;
}

/** Records that the bank's lists are now asked for the orders that it called about. */
export async function markFollowed({ db, at }: WorkerWork): Promise<void> {
  await db.updateTable('transfer_orders').set({ followed_at: at }).where('called_at', 'is not', null).execute();
}

/** The bank's lists are asked for at most so often because of its calls, which anyone can make. */
const FOLLOW_EVERY_MS = 5_000;
/** Calls about one transfer that are kept. */
const MAX_CALLS = 20;

/** Keeps a call of the bank about an order, and has the bank asked soon. */
export async function recordCall(
  work: WorkerWork,
  digest: Buffer,
  { trackingKey, orderId }: OrderRecord,
): Promise<void> {
  const { db, at } = work;
  const { kept } = await db
    .selectFrom('bank_calls')
    .select((eb) => eb.fn.countAll<number>().as('kept'))
    .where('tracking_key', '=', trackingKey)
    .executeTakeFirstOrThrow();
  if (Number(kept) >= MAX_CALLS) await forgetCall(work, digest);
  else await db.updateTable('bank_calls').set({ tracking_key: trackingKey }).where('digest', '=', digest).execute();
  const { last } = await db
    .selectFrom('transfer_orders')
    .select((eb) => eb.fn.max('followed_at').as('last'))
    .executeTakeFirstOrThrow();
  await db.updateTable('transfer_orders').set({ called_at: at }).where('order_id', '=', orderId).execute();
  const delayMs = last === null ? 0 : Math.max(last.getTime() + FOLLOW_EVERY_MS - at.getTime(), 0);
  await sql`select enqueue_job('poll-transfers', '{}'::json, run_at => now() + ${delayMs} * interval '1 millisecond',
    job_key => 'poll-transfers')`.execute(db);
}

/** Deletes a call about nothing of ours. */
export async function forgetCall({ db }: WorkerWork, digest: Buffer): Promise<void> {
  await db.deleteFrom('bank_calls').where('digest', '=', digest).execute();
}

const ASK_AGAIN_MS = 20_000;
const SEND_AGAIN_MS = 60_000;

/** Records the bank's answer to an order. */
export async function recordRegistration(
  work: WorkerWork,
  order: OrderRecord,
  registration: Registration,
): Promise<void> {
  switch (registration.kind) {
    case 'accepted':
      await move(work, order, 'accept', { bank_id: registration.orderId });
      return;
    case 'refused': {
      const failure = `${registration.code}: ${registration.reason}`;
      if (await move(work, order, 'fail', { failure })) await alertOf(work, order, 'failed');
      return;
    }
    case 'not-now': {
      // `order` is as it was before this attempt, which the bank does not know.
      const change = { sent_at: order.sentAt, resent_at: order.resentAt };
      await updateOrder(work, order, change).where('state', '=', 'ordered').execute();
      return enqueueOrder(work, order.orderId, SEND_AGAIN_MS);
    }
    case 'unknown':
      return enqueueOrder(work, order.orderId, ASK_AGAIN_MS);
  }
}
