import { createHash, randomUUID } from 'node:crypto';
import type { ResponseOf } from '@anticipa/contract/route';
import type {
  closeTransfer as closeRoute,
  orderTransfers as orderRoute,
  Transfer,
  WantedPayment,
} from '@anticipa/contract/transfers';
import { done, type Outcome, type Refused, refuse } from '@anticipa/domain/errors';
import { decimalOf, moneyOf } from '@anticipa/domain/money';
import { speiName, speiText } from '@anticipa/domain/spei';
import { canBeClosed } from '@anticipa/domain/transfer-order';
import type { Caller, OperatorActor } from '../../platform/work/caller.ts';
import { attemptAs, isAnswered, runAs } from '../../platform/work/transaction.ts';
import type { OperatorWork } from '../../platform/work/work.ts';
import type { Deps } from '../deps.ts';
import { writeAudit } from '../log/audit.ts';
import type { DuePayment, Objecting } from '../payment-limits/limits.ts';
import { isAtBank } from './advance.ts';
import { auditSubjectOf, enqueueOrder, move, ownWork } from './change.ts';
import { lockPayment } from './payment.ts';
import { type OrderRecord, type OrderSubject, orderBy, toTransfer } from './queries.ts';
import { type Checked, checkWanted, type Payable } from './wanted.ts';

type Ordered = Promise<Outcome<Pick<ResponseOf<typeof orderRoute>, 'orders'>>>;

/**
 * Orders payments at the bank from the account `payer`, all of them or none; the worker sends them. One that the bank has already
 * is not repeated, nor put to `objecting`.
 */
export async function order(
  work: OperatorWork,
  payments: readonly WantedPayment[],
  payer: string,
  objecting: Objecting,
): Ordered {
  const found: (readonly [WantedPayment, Checked])[] = [];
  for (const wanted of inLockOrder(payments)) {
    const checked = await checkWanted(work, wanted);
    if (!checked.ok) return ofPayment(checked, payments.indexOf(wanted));
    found.push([wanted, checked.value]);
  }
  const due = found.flatMap(([, { payable }]) => (payable === null ? [] : dueOf(payable)));
  const objection = due.length === 0 ? null : await objecting(work, due);
  if (objection) return objection;
  const orders = new Map<WantedPayment, Transfer>();
  for (const [wanted, { open, payable }] of found) {
    const made = open ?? (await insertOrder(work, payable, payer));
    orders.set(wanted, toTransfer(work, made));
  }
  return done({ orders: payments.flatMap((wanted) => orders.get(wanted) ?? []) });
}

const dueOf = ({ subject, label, amount, beneficiary }: Payable): DuePayment => ({
  purpose: subject.purpose,
  subject: subjectIdOf(subject),
  clientId: subject.clientId,
  label,
  holder: subject.purpose === 'return' ? beneficiary.name : null,
  amount: moneyOf(amount, 'MXN'),
  clabe: beneficiary.clabe,
});

/** Always the same order of what is locked, so that two people who order the same wait for each other, and never forever. */
const inLockOrder = (payments: readonly WantedPayment[]): WantedPayment[] =>
  payments.toSorted((a, b) => (lockKeyOf(a) < lockKeyOf(b) ? -1 : 1));

function lockKeyOf(wanted: WantedPayment): string {
  switch (wanted.purpose) {
    case 'deposit':
      return `1 ${wanted.saleId}`;
    case 'payout':
      return `2 ${wanted.clientId}`;
    case 'return':
      return `3 ${wanted.paymentId}`;
  }
}

/** A refusal that names its payment among those of the call. */
const ofPayment = ({ code, failures }: Refused, at: number): Refused =>
  refuse(code, [{ path: `payments.${at}`, code }, ...failures]);

/** Ends an order that never appeared at the bank, which is asked first. */
export async function closeTransfer(
  deps: Deps,
  caller: Caller<OperatorActor>,
  orderId: string,
  reason: string,
): Promise<Outcome<ResponseOf<typeof closeRoute>>> {
  const [order, isRepeated] = await runAs(deps, caller, async (work) => [
    await orderBy(work, { orderId }),
    await isAnswered(work, caller.idempotency),
  ]);
  // Answered from the key.
  if (isRepeated) return attemptAs(deps, caller, async () => refuse('TRANSFER_NOT_MISSING'));
  if (order === undefined || !canBeClosed(order, deps.clock.now())) return refuse('TRANSFER_NOT_MISSING');
  try {
    if (await isAtBank(deps, order)) {
      await runAs(deps, caller, (work) => enqueueOrder(work, order.orderId));
      return refuse('TRANSFER_NOT_MISSING');
    }
  } catch (cause) {
    deps.log.warn({ err: cause }, 'the bank could not be asked for an order');
    return refuse('BANK_NOT_ASKED');
  }
  return attemptAs(deps, caller, async (work) => {
    const { order: locked } = await lockPayment(work, order);
    // The order must not have been sent again since the bank was asked.
    const isSame = locked.resentAt?.getTime() === order.resentAt?.getTime();
    if (!isSame || !canBeClosed(locked, work.at) || !(await move(work, locked, 'close', { failure: reason })))
      return refuse('TRANSFER_NOT_MISSING');
    return done({ data: toTransfer(work, { ...locked, state: 'closed', failure: reason }) });
  });
}

/** Key of at most 29 letters and digits; the same for the same attempt. */
function trackingKeyOf(subject: OrderSubject, attempt: number): string {
  const hash = createHash('sha256')
    .update(`${idOf(subject)}:${attempt}`)
    .digest('hex');
  return `ANT${hash.slice(0, 20).toUpperCase()}`;
}

const idOf = (subject: OrderSubject): string =>
  subject.purpose === 'deposit' ? subject.saleId : `${subject.purpose}:${subjectIdOf(subject)}`;

function subjectIdOf(subject: OrderSubject): string {
  if (subject.purpose === 'deposit') return subject.saleId;
  return subject.purpose === 'payout' ? subject.clientId : subject.paymentId;
}

/** Records an order before it is sent, and has the worker send it. */
async function insertOrder(work: OperatorWork, payable: Payable, payer: string): Promise<OrderRecord> {
  const orderId = randomUUID();
  const { subject, attempt, amount, beneficiary, concept, reference, invoices } = payable;
  await work.db
    .insertInto('transfer_orders')
    .values({
      client_id: subject.clientId,
      order_id: orderId,
      purpose: subject.purpose,
      sale_id: subject.purpose === 'deposit' ? subject.saleId : null,
      payment_id: subject.purpose === 'return' ? subject.paymentId : null,
      attempt,
      state: 'ordered',
      tracking_key: trackingKeyOf(subject, attempt),
      amount,
      payer,
      clabe: beneficiary.clabe,
      beneficiary: beneficiary.name,
      beneficiary_sent: speiName(beneficiary.name),
      rfc: beneficiary.rfc,
      concept: speiText(concept),
      reference,
      ordered_by: work.actor.operatorId,
      ordered_at: work.at,
    })
    .execute();
  if (subject.purpose === 'payout')
    await work.db
      .insertInto('transfer_order_invoices')
      .values(
        invoices.map((invoice) => ({
          client_id: subject.clientId,
          order_id: orderId,
          document_id: invoice.documentId,
          amount: decimalOf(invoice.amount),
        })),
      )
      .execute();
  await writeAudit(ownWork(work, subject), {
    action: 'transfer.order',
    subject: auditSubjectOf(subject),
    details: { orderId, attempt },
  });
  await enqueueOrder(work, orderId);
  const made = await orderBy(work, { orderId });
  if (!made) throw new Error('a new order cannot be read');
  return made;
}
