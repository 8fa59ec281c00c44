/** Recalls of payments, and outcomes of payments that the bank did not report. */
import { randomUUID } from 'node:crypto';
import type { Changes } from '@anticipa/contract/approvals';
import type {
  endRecall as endRoute,
  proposeReturn as proposeRoute,
  recallPayment,
} from '@anticipa/contract/made-payments';
import type { BodyOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { differenceOf } from '@anticipa/domain/payment-difference';
import { narrowTo, type OperatorWork } from '../../platform/work/work.ts';
import type { Handler } from '../approvals/handler.ts';
import { type Submitted, submit } from '../approvals/submit.ts';
import { lockTrackingKey } from '../collections/commands.ts';
import { lockPayouts } from '../collections/payouts.ts';
import { refundUnder, takeRefund } from '../collections/unidentified.ts';
import { lockUnidentified } from '../collections/unidentified-queries.ts';
import { creditLines } from '../credit/queries.ts';
import { writeAudit } from '../log/audit.ts';
import {
  giveUp,
  recordDifference,
  recover,
  takeBackDeposit,
  takeBackPayout,
  takeBackReturn,
  withdrawDifference,
} from '../returned-payments/commands.ts';
import { isPaymentKey } from '../returned-payments/queries.ts';
import { salesById } from '../sales/queries.ts';
import { move } from '../transfers/change.ts';
import { orderBy } from '../transfers/queries.ts';
import { isDepositUsed, type StandingPayment, standingPayment, unfinished } from './queries.ts';

type Named = Changes['payment-return']['about'];
type Values = NonNullable<Changes['payment-return']['before']>;

type Proposed = Changes['payment-return']['proposed'];
type Outcomes = Proposed['outcome'];

/** Whether an outcome is one of a payment that stands. */
const isPaymentOutcome = (outcome: Outcomes): outcome is 'returned' | 'elsewhere' | 'differs' | 'unmade' =>
  outcome === 'returned' || outcome === 'elsewhere' || outcome === 'differs' || outcome === 'unmade';

/** The payment that an outcome is about: one that stands, or what somebody else has or is missing of one. */
async function paymentBefore(work: OperatorWork, about: Named, outcome: Outcomes): Promise<Outcome<StandingPayment>> {
  const isOfPayment = isPaymentOutcome(outcome);
  const found = isOfPayment ? await standingPayment(work, about) : await unfinished(work, about, outcome);
  if (!found) return refuse('PAYMENT_NOT_MADE');
  if (isOfPayment && (outcome === 'differs' ? found.differs : found.isUnfinished)) return refuse('PAYMENT_DIFFERS');
  if (isOfPayment && outcome !== 'differs' && found.isOwed) return refuse('PAYMENT_OWED');
  if (outcome === 'unmade') {
    if (found.isOrdered) return refuse('PAYMENT_ORDERED');
    if (found.differs) return refuse('PAYMENT_DIFFERS');
    if (about.purpose === 'deposit' && (await isDepositUsed(work, about.id))) return refuse('PAYMENT_USED');
  }
  // A file of the bank has the payment with the amount that stands.
  if ((outcome === 'differs' || outcome === 'exact') && found.isConfirmed) return refuse('PAYMENT_CONFIRMED');
  return done(found);
}

/**
 * The receipt as which the money was kept that came back under a key; null if none was. A key that counts already is refused, as is
 * that of a payment for what was missing of another.
 */
async function refundOf(
  work: OperatorWork,
  { outcome, reference }: Pick<Proposed, 'outcome' | 'reference'>,
  payment: Values,
): ReturnType<typeof refundUnder> {
  if (reference === null) return done(null);
  if (outcome !== 'completed') return refundUnder(work, reference, payment);
  return (await isPaymentKey(work, reference)) ? refuse('TRACKING_KEY_REUSED') : done(null);
}

async function standing(work: OperatorWork, about: Named, outcome: Outcomes): Promise<Values | null> {
  const found = await paymentBefore(work, about, outcome);
  if (!found.ok) return null;
  const { amount, currency, clabe } = found.value;
  return { amount, currency, clabe };
}

/** Locks the sale, the payouts or the receipt that a payment was for, as the commands that pay it do. */
async function lockSubject(work: OperatorWork, { purpose, id, trackingKey }: Named): Promise<void> {
  if (purpose === 'deposit') {
    const [sale] = await salesById(work, [id], 'update');
    // A receipt of its invoices waits for the lines of credit, as a deposit does.
    if (sale) await creditLines(narrowTo(work, sale.clientId), 'update');
  }
  if (purpose === 'return') await lockUnidentified(work, id);
  if (purpose === 'payout') {
    const found = await standingPayment(work, { purpose, id, trackingKey });
    if (found?.clientId) await lockPayouts(narrowTo(work, found.clientId));
  }
}

/** Outcome of a payment that a person has read in the bank's books. */
export const paymentReturn: Handler<'payment-return'> = {
  standing: async (work, { about, proposed: { outcome, reference } }, lock) => {
    if (lock === 'update') {
      if (reference !== null) await lockTrackingKey(work, reference);
      await lockSubject(work, about);
    }
    return standing(work, about, outcome);
  },
  isPossible: async (work, { about, proposed: { outcome } }) => (await standing(work, about, outcome)) !== null,
  apply: async (work, { about, proposed: { outcome, reference, moved } }, { approvalId }) => {
    const { purpose, id, trackingKey } = about;
    const recordedBy = work.actor.operatorId;
    const changed = async (change: Promise<boolean>) => ((await change) ? done(null) : refuse('GROUND_CHANGED'));
    const before = await paymentBefore(work, about, outcome);
    if (!before.ok) return refuse('GROUND_CHANGED');
    const found = before.value;
    const kept = await refundOf(work, { outcome, reference }, found);
    if (!kept.ok) return kept;
    if (kept.value) await takeRefund(work, kept.value);
    switch (outcome) {
      case 'recovered':
      case 'completed':
        return changed(recover(work, about, { reference, recordedBy }));
      case 'lost':
      case 'claimed':
        return changed(giveUp(work, about, outcome === 'lost'));
      case 'exact':
        return changed(withdrawDifference(work, id));
      default:
        break;
    }
    const { reason } = await work.db
      .selectFrom('approvals')
      .select('reason')
      .where('approval_id', '=', approvalId)
      .executeTakeFirstOrThrow();
    if (outcome === 'differs') return differ(work, about, found, { moved, reason });
    const [wentElsewhere, neverMade] = [outcome === 'elsewhere', outcome === 'unmade'];
    const back = { reason, reference, recordedBy, wentElsewhere, neverMade };
    if (!(await takeBack())) return refuse('GROUND_CHANGED');
    const order = await orderBy(work, { trackingKey });
    if (order) await move(work, order, 'return', { failure: reason });
    return done(null);

    async function takeBack(): Promise<boolean> {
      if (purpose === 'return') return takeBackReturn(work, id, found.clabe, back);
      if (!found.clientId) return false;
      const own = narrowTo(work, found.clientId);
      if (purpose === 'payout') return takeBackPayout(own, id, back);
      const [sale] = await salesById(work, [id], 'update');
      return sale !== undefined && takeBackDeposit(own, sale, back);
    }
  },
};

/** Books what the bank moved more or less than the books have. */
async function differ(
  work: OperatorWork,
  { purpose, trackingKey }: Named,
  { clientId, currency, amount, clabe, paidOn }: StandingPayment,
  { moved, reason }: { readonly moved: string | undefined; readonly reason: string },
): Promise<Outcome<null>> {
  const atBank = moneyOf<FinancedCurrency>(moved ?? amount, currency);
  const difference = differenceOf(moneyOf<FinancedCurrency>(amount, currency), atBank);
  if (difference === null) return refuse('PAYMENT_CONFIRMED');
  const payment = { client_id: clientId, purpose, tracking_key: trackingKey, clabe, currency };
  const recordedBy = work.actor.operatorId;
  await recordDifference(work, { ...payment, paidOn, moved: atBank }, difference, { reason, recordedBy });
  return done(null);
}

export async function proposeReturn(
  work: OperatorWork,
  { outcome, reference, moved, reason, ...about }: BodyOf<typeof proposeRoute>,
): Submitted {
  const found = await paymentBefore(work, about, outcome);
  if (!found.ok) return found;
  const { amount, currency, clabe, clientId, label } = found.value;
  const kept = await refundOf(work, { outcome, reference }, { amount, currency, clabe });
  if (!kept.ok) return kept;
  if (moved !== undefined && moneyOf(moved, currency).cents === moneyOf(amount, currency).cents)
    return refuse('PAYMENT_CONFIRMED');
  const before = { amount, currency, clabe };
  const proposed = { outcome, reference, clientId, label, ...(moved !== undefined && { moved }) };
  return submit(work, paymentReturn, { kind: 'payment-return', about, before, proposed }, reason);
}

/** Records that the bank was asked to get a payment back. No entry is booked, because the money may not come. */
export async function recall(
  work: OperatorWork,
  { reason, ...named }: BodyOf<typeof recallPayment>,
): Promise<Outcome<{ recalled: true }>> {
  await lockSubject(work, named);
  const found = await standingPayment(work, named);
  if (!found) return refuse('PAYMENT_NOT_MADE');
  const recallId = randomUUID();
  await work.db
    .insertInto('payment_recalls')
    .values({
      recall_id: recallId,
      client_id: found.clientId,
      tracking_key: named.trackingKey,
      reason,
      requested_by: work.actor.operatorId,
      requested_at: work.at,
    })
    .execute();
  await note(work, named, 'payment.recall', reason);
  return done({ recalled: true });
}

/** Ends an open recall without the money. Refuses if the payment has no open recall. */
export async function endRecall(
  work: OperatorWork,
  { reason, ...named }: BodyOf<typeof endRoute>,
): Promise<Outcome<{ recalled: false }>> {
  const { numUpdatedRows } = await work.db
    .updateTable('payment_recalls')
    .set({ outcome: 'not-returned', outcome_reason: reason, ended_by: work.actor.operatorId, ended_at: work.at })
    .where('tracking_key', '=', named.trackingKey)
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return refuse('PAYMENT_NOT_MADE');
  await note(work, named, 'payment.recall-end', reason);
  return done({ recalled: false });
}

const subjects = { deposit: 'sale', payout: 'payout', return: 'unidentified-payment' } as const;

async function note(
  work: OperatorWork,
  { purpose, id, trackingKey }: Named,
  action: 'payment.recall' | 'payment.recall-end',
  reason: string,
): Promise<void> {
  const subject = `${subjects[purpose]}:${id}` as const;
  await writeAudit(work, { action, subject, details: { trackingKey, reason } });
}
