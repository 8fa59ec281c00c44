/** Books received transfers: each pays a payer's invoices or a reference, or waits to be identified. */
import { randomUUID } from 'node:crypto';
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import {
  isDouble,
  paidBy,
  type ReceivedStep,
  receivedSteps,
  referenceWithin,
  soldOf,
  valueDateOf,
} from '@anticipa/domain/received-transfer';
import { speiBankName } from '@anticipa/domain/spei-banks';
import type { Transfer } from '../../gateways/payouts/port.ts';
import type { Principal, WideWork } from '../../platform/work/work.ts';
import { raiseAlert } from '../alerts/alert.ts';
import { lockTrackingKey, register } from '../collections/commands.ts';
import type { Pays } from '../collections/match.ts';
import { collectionByKey } from '../collections/queries.ts';
import { keepUnidentified } from '../collections/unidentified.ts';
import { unidentifiedByKey } from '../collections/unidentified-queries.ts';
import { writeAudit } from '../log/audit.ts';
import { cameBackUnder } from '../returned-payments/queries.ts';
import { applyRefund } from '../transfers/apply.ts';
import {
  debtBehind,
  isKeyTaken,
  justPaid,
  lockReceived,
  type PayerDebt,
  type ReceivedTransfer,
  receivedBy,
} from './queries.ts';

type WorkerWork = WideWork<Principal>;

/** Records what the bank has of a received transfer; known facts change nothing. */
export async function takeReceived(work: WorkerWork, transfer: Transfer): Promise<void> {
  const { trackingKey, operationDay, transferId: bankId } = transfer;
  if (transfer.state === 'in-flight' || Number(transfer.amount) === 0) return;
  if (transfer.state === 'failed') {
    const known = await receivedBy(work, { trackingKey, operationDay, bankId });
    if (known !== undefined && (await move(work, known, 'return')))
      await alertOf(work, known, known.state === 'refund' ? 'refund-undone' : 'returned');
    return;
  }
  const settledOn = transfer.settledAt === null ? null : dateAt(transfer.settledAt, MEXICO_CITY);
  const { numInsertedOrUpdatedRows } = await work.db
    .insertInto('received_transfers')
    .values({
      transfer_id: randomUUID(),
      tracking_key: trackingKey,
      operation_day: operationDay,
      value_date: valueDateOf(operationDay, settledOn),
      bank_id: bankId,
      amount: transfer.amount,
      clabe: transfer.beneficiaryAccount,
      sender_bank: String(transfer.counterpartBank ?? ''),
      sender_name: transfer.senderName,
      sender_account: transfer.senderAccount,
      concept: [transfer.concept, transfer.reference].filter((text) => text !== '').join(' '),
      refund_of: transfer.refundOf,
      state: transfer.refundOf === null ? 'received' : 'refund',
      found_at: work.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (transfer.refundOf === null || numInsertedOrUpdatedRows === 0n) return;
  const refund = await receivedBy(work, { trackingKey, operationDay, bankId });
  if (refund !== undefined && !(await applyRefund(work, transfer, transfer.refundOf)))
    await alertOf(work, refund, 'refund-unknown');
}

/** Takes a step of a transfer; false if its state does not allow it. */
async function move(
  work: WorkerWork,
  { transferId }: ReceivedTransfer,
  step: ReceivedStep,
  known: { readonly refund_of?: string } = {},
): Promise<boolean> {
  const { from, to } = receivedSteps[step];
  const { numUpdatedRows } = await work.db
    .updateTable('received_transfers')
    .set({ state: to, ...known })
    .where('transfer_id', '=', transferId)
    .where('state', 'in', [...from])
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await writeAudit(work, { action: `received-transfer.${step}`, subject: `received-transfer:${transferId}` });
  return true;
}

const alertOf = (
  work: WorkerWork,
  { transferId, trackingKey, amount, senderName }: ReceivedTransfer,
  reason: 'unidentified' | 'conflicting' | 'returned' | 'refund-unknown' | 'refund-undone',
): Promise<void> =>
  raiseAlert(work, {
    kind: 'transfer',
    subject: `received-transfer:${transferId}`,
    reason,
    details: { trackingKey, amount, senderName },
  });

/** Books a transfer once; its tracking key counts once, also with payments that operators register. */
export async function bookReceived(work: WorkerWork, transferId: string): Promise<void> {
  const transfer = await lockReceived(work, transferId);
  if (transfer === undefined || transfer.state !== 'received') return;
  await lockTrackingKey(work, transfer.trackingKey);
  const back = await cameBackUnder(work, transfer.trackingKey);
  // Two people have recorded it as the money of a payment that came back.
  const isRefund = back?.currency === 'MXN' && back.amount === transfer.amount && !(await isKeyTaken(work, transfer));
  const step = back === null ? await bookOnce(work, transfer) : isRefund ? 'refund' : 'object';
  await move(work, transfer, step, back && isRefund ? { refund_of: back.trackingKey } : {});
  if (step === 'keep') await alertOf(work, transfer, 'unidentified');
  if (step === 'object') await alertOf(work, transfer, 'conflicting');
}

async function bookOnce(work: WorkerWork, transfer: ReceivedTransfer): Promise<'book' | 'keep' | 'object'> {
  const { trackingKey, amount, valueDate } = transfer;
  const kept = await unidentifiedByKey(work, trackingKey);
  const known = kept ?? (await collectionByKey(work, trackingKey))?.collection;
  if (known) {
    const isSame = known.currency === 'MXN' && known.amount === amount && !(await isKeyTaken(work, transfer));
    if (!isSame) return 'object';
    return kept === null || kept.state === 'identified' ? 'book' : 'keep';
  }
  const bank = speiBankName(transfer.senderBank);
  const payment = { trackingKey, amount, currency: 'MXN' as const, valueDate, bank };
  const debt = await debtBehind(work, transfer.clabe);
  const paid = moneyOf<FinancedCurrency>(amount, 'MXN');
  const found = targetOf(transfer, debt);
  // A payer that names a reference has said what it pays.
  const isNamed = found !== null && 'reference' in found.pays;
  const isAgain =
    !isNamed && isDouble(paid, [...(debt?.invoices ?? []), ...(debt?.sold ?? [])], await justPaid(work, transfer));
  const target = isAgain ? null : found;
  if (target !== null) {
    const registered = await register(work, { ...payment, ...target }, null);
    const left = registered.ok ? (registered.value.unidentified?.state ?? 'identified') : null;
    if (left !== null) return left === 'identified' ? 'book' : 'keep';
  }
  const written = { ...payment, pays: { reference: transfer.clabe }, source: 'STP' as const };
  const unmatched = await keepUnidentified(work, written, {
    reason: isAgain ? 'double' : 'unknown',
    reference: referenceOf(transfer),
  });
  if (!unmatched.ok) throw new Error(`a received transfer could not be kept: ${unmatched.code}`);
  return 'keep';
}

/** Text by which an operator can identify it. */
const referenceOf = ({ concept, clabe }: ReceivedTransfer): string => concept.toUpperCase() || clabe;

/**
 * Finds the target by the CLABE that was paid, then by a reference in the transfer's texts. Of the payer's invoices one that is sold and
 * has exactly this amount comes before others that owe another one.
 */
function targetOf(
  { amount, concept }: ReceivedTransfer,
  debt: PayerDebt | undefined,
): { readonly pays: Pays; readonly source: 'STP' | 'REFERENCIA'; readonly payer?: 'client' } | null {
  const reference = referenceWithin(concept);
  if (debt !== undefined) {
    const paid = moneyOf<FinancedCurrency>(amount, 'MXN');
    const isOwed = debt.invoices.some(({ owed }) => owed.cents === paid.cents);
    const coming = isOwed || reference !== null ? null : soldOf(paid, debt.sold);
    if (coming !== null) return { pays: { documentIds: [coming] }, source: 'STP' };
    if (debt.invoices.length > 0) return { pays: { documentIds: [...paidBy(paid, debt.invoices)] }, source: 'STP' };
  }
  return reference === null
    ? null
    : { pays: { reference }, source: 'REFERENCIA', ...(debt?.isOwn && { payer: 'client' }) };
}
