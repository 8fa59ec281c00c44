/** Applies the state of an order at the bank. */

import { isTransferOpen } from '@anticipa/domain/transfer-order';
import { speiReturnCause } from '@anticipa/texts/spei-return-causes';
import type { Transfer } from '../../gateways/payouts/port.ts';
import { recover } from '../returned-payments/commands.ts';
import { alertOf, type BankNews, checkHolder, move, type WorkerWork } from './change.ts';
import { lockPayment, type Payment } from './payment.ts';
import { isRefunded, type OrderRecord, orderBy } from './queries.ts';

/** Moves an order to the bank's state of it, and books the payment once it is made. A state that contradicts ours is an alert. */
export async function applyTransfer(work: WorkerWork, transfer: Transfer): Promise<void> {
  const known = await orderBy(work, { trackingKey: transfer.trackingKey });
  if (known === undefined) return;
  const payment = await lockPayment(work, known);
  const { order } = payment;
  if (!isSameMoney(transfer, order)) return alertOf(work, order, 'differs');
  const seen = { bank_id: transfer.transferId, bank_state: transfer.code };
  const sent = { sent_at: order.sentAt ?? work.at, resent_at: order.resentAt ?? work.at };
  if (transfer.state === 'paid') return pay(work, payment, transfer, { ...seen, ...sent });
  if (transfer.state === 'failed') return end(work, payment, transfer, { ...seen, ...sent });
  if (await move(work, order, 'accept', { ...seen, ...sent })) return;
  if (order.state === 'failed' || order.state === 'closed' || order.state === 'returned')
    await alertOf(work, order, 'in-flight-again');
}

/** Accounts that the bank leaves out are not compared. */
function isSameMoney({ amount, beneficiaryAccount, senderAccount }: Transfer, order: OrderRecord): boolean {
  const accounts = [
    [beneficiaryAccount, order.beneficiary.clabe],
    [senderAccount, order.payer],
  ];
  return amount === order.amount && accounts.every(([theirs, ours]) => theirs === '' || theirs === ours);
}

/**
 * Applies a received transfer that gives an order's money back; false without such an order. The bank's list of sent
 * transfers may go on to have the order as paid.
 */
export async function applyRefund(work: WorkerWork, refund: Transfer, trackingKey: string): Promise<boolean> {
  const known = await orderBy(work, { trackingKey });
  if (known === undefined || known.amount !== refund.amount) return false;
  const payment = await lockPayment(work, known);
  const { order } = payment;
  const failure = failureOf('D', refund);
  if (await move(work, order, 'fail', { failure })) await alertOf(work, order, 'failed');
  else if (await move(work, order, 'return', { failure })) await giveBack(work, payment, failure);
  else await recover(work, { trackingKey, id: null }, { reference: refund.trackingKey, recordedBy: null });
  return true;
}

/** Failure shown on the desk; without a cause only the bank's state is known. */
const failureOf = (code: string, { returnCause }: Transfer): string =>
  returnCause === null ? `El banco la dejó en el estado ${code}` : speiReturnCause(returnCause);

async function giveBack(work: WorkerWork, { order, takeBack }: Payment, failure: string): Promise<void> {
  await takeBack(failure);
  await alertOf(work, order, 'returned');
}

async function end(work: WorkerWork, payment: Payment, transfer: Transfer, seen: BankNews): Promise<void> {
  const { order } = payment;
  const failure = failureOf(transfer.code, transfer);
  if (await move(work, order, 'fail', { ...seen, failure })) return alertOf(work, order, 'failed');
  // The bank has the key once per operation day, and its other transfer is still paid.
  if (order.state === 'paid' && isOfOtherDay(transfer, order)) return;
  if (await move(work, order, 'return', { ...seen, failure })) await giveBack(work, payment, failure);
  else if (order.state === 'returned')
    await recover(work, { trackingKey: order.trackingKey, id: null }, { reference: null, recordedBy: null });
}

const isOfOtherDay = ({ operationDay }: Transfer, order: OrderRecord): boolean =>
  order.operationDay !== null && order.operationDay !== operationDay;

async function pay(
  work: WorkerWork,
  { order, awaits, book }: Payment,
  transfer: Transfer,
  seen: BankNews,
): Promise<void> {
  const isAgain = !isTransferOpen(order.state);
  if (isAgain && order.state !== 'paid' && (await isRefunded(work, order))) return;
  const isBesides = order.state === 'paid' ? isOfOtherDay(transfer, order) : isAgain && !(await awaits());
  if (isBesides) return alertOf(work, order, 'paid-twice');
  const news = {
    ...seen,
    settled_at: transfer.settledAt ?? work.at,
    operation_day: transfer.operationDay,
    holder: transfer.holder?.name ?? null,
    failure: null,
  };
  const step = order.state === 'returned' ? 'restore' : 'settle';
  if (!(await move(work, order, step, news))) return;
  if (isAgain) await alertOf(work, order, 'paid-after-failure');
  const { holder } = transfer;
  if (holder !== null) await checkHolder(work, order, holder.name);
  await book();
}
