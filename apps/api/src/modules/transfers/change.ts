/** The only writes to an order after it was made. */
import { isTransferOpen, type TransferStep, transferSteps } from '@anticipa/domain/transfer-order';
import { sql, type Updateable } from 'kysely';
import type { Registration, Transfer } from '../../gateways/payouts/port.ts';
import { raiseAlert } from '../../lib/alerts.ts';
import { writeAudit } from '../../lib/audit.ts';
import type { DB } from '../../lib/db/schema.ts';
import { narrowTo, type Principal, type WideWork } from '../../lib/work.ts';
import { depositAgain, settleDeposit } from '../sales/answer.ts';
import { salesById } from '../sales/queries.ts';
import { lockOrder, type OrderRecord, orderBy, ordersOf } from './queries.ts';

type WorkerWork = WideWork<Principal>;

/** Queues the next step of an order; once, however often it is queued. */
export async function enqueueOrder({ db }: WideWork, orderId: string, delayMs = 0): Promise<void> {
  await sql`select enqueue_job('transfer-order', ${JSON.stringify({ orderId })}::json,
    run_at => now() + ${delayMs} * interval '1 millisecond', job_key => ${`transfer:${orderId}`})`.execute(db);
}

type OrderChange = Pick<
  Updateable<DB['transfer_orders']>,
  'sent_at' | 'resent_at' | 'bank_id' | 'bank_state' | 'settled_at' | 'operation_day' | 'holder' | 'failure'
>;

const updateOrder = ({ db }: WideWork, { clientId, orderId }: OrderRecord, change: Updateable<DB['transfer_orders']>) =>
  db.updateTable('transfer_orders').set(change).where('client_id', '=', clientId).where('order_id', '=', orderId);

/** Takes a step of an order; returns false if its state does not allow it. */
async function move(work: WorkerWork, order: OrderRecord, step: TransferStep, change: OrderChange): Promise<boolean> {
  const { from, to } = transferSteps[step];
  const { numUpdatedRows } = await updateOrder(work, order, { ...change, state: to })
    .where('state', 'in', [...from])
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await writeAudit(narrowTo(work, order.clientId), {
    action: `transfer.${step}`,
    subject: `sale:${order.saleId}`,
    details: { orderId: order.orderId, ...(change.failure == null ? {} : { failure: change.failure }) },
  });
  return true;
}

type AlertReason = 'failed' | 'returned' | 'differs' | 'late' | 'paid-twice';

export async function alertOf(work: WorkerWork, order: OrderRecord, reason: AlertReason): Promise<void> {
  const { trackingKey, amount } = order;
  const details = { saleId: order.saleId, trackingKey, amount };
  await raiseAlert(narrowTo(work, order.clientId), {
    kind: 'transfer',
    subject: `transfer:${order.orderId}`,
    reason,
    details,
  });
}

/** An order is sent again only after the bank did not know it for this long. */
const RESEND_MS = 2 * 60_000;

/** Whether an order must be sent now, which is recorded before it is. `isUnknown`: the bank has just been asked in vain. */
export async function claimSending(work: WorkerWork, orderId: string, isUnknown: boolean): Promise<boolean> {
  const order = await lockOrder(work, orderId);
  if (order?.state !== 'ordered') return false;
  const { sentAt, resentAt } = order;
  const isDue = resentAt === null || (isUnknown && resentAt.getTime() + RESEND_MS <= work.at.getTime());
  if (!isDue) return false;
  await updateOrder(work, order, { sent_at: sentAt ?? work.at, resent_at: work.at }).execute();
  return true;
}

const ASK_AGAIN_MS = 20_000;
const SEND_AGAIN_MS = 60_000;

/** Records the bank's answer to an order. `sentBefore`: when an earlier attempt may have reached the bank. */
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

/** Takes over what the bank has of an order, and books the deposit once it is paid. */
export async function applyTransfer(work: WorkerWork, transfer: Transfer): Promise<void> {
  const { trackingKey } = transfer;
  const known = await orderBy(work, { trackingKey });
  if (known === undefined) return;
  const [sale] = await salesById(work, [known.saleId], 'update');
  const order = await lockOrder(work, known.orderId);
  if (sale === undefined || order === undefined) throw new Error('an order without a sale');
  const account = transfer.beneficiaryAccount;
  if (transfer.amount !== order.amount || (account !== '' && account !== order.beneficiary.clabe))
    return alertOf(work, order, 'differs');
  const seen = { bank_id: transfer.transferId, bank_state: transfer.code };
  const sent = { sent_at: order.sentAt ?? work.at, resent_at: order.resentAt ?? work.at };
  if (transfer.state === 'in-flight') return void (await move(work, order, 'accept', { ...seen, ...sent }));
  if (transfer.state === 'failed') {
    const failure = `${transfer.code}${transfer.returnCause === null ? '' : `: causa ${transfer.returnCause}`}`;
    if (await move(work, order, 'fail', { ...seen, failure })) return alertOf(work, order, 'failed');
    if (await move(work, order, 'return', { ...seen, failure })) await alertOf(work, order, 'returned');
    return;
  }
  const others = (await ordersOf(work, order.saleId)).filter(({ orderId }) => orderId !== order.orderId);
  const isPaidTwice = others.some(({ state }) => isTransferOpen(state) || state === 'paid');
  const isEnded = sale.state !== 'answered' && sale.state !== 'disbursed';
  if (order.state === 'failed' && (isPaidTwice || isEnded)) return alertOf(work, order, 'paid-twice');
  const paid = {
    settled_at: transfer.settledAt ?? work.at,
    operation_day: transfer.operationDay,
    holder: transfer.holder?.name ?? null,
    failure: null,
  };
  if (!(await move(work, order, 'settle', { ...seen, ...sent, ...paid }))) return;
  const own = narrowTo(work, order.clientId);
  await (sale.state === 'answered' ? settleDeposit(own, sale, trackingKey) : depositAgain(own, sale, trackingKey));
}
