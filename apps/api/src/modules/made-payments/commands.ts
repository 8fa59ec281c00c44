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
import { narrowTo, type OperatorWork } from '../../platform/work/work.ts';
import type { Handler } from '../approvals/handler.ts';
import { type Submitted, submit } from '../approvals/submit.ts';
import { lockPayouts } from '../collections/payouts.ts';
import { lockUnidentified } from '../collections/unidentified-queries.ts';
import { writeAudit } from '../log/audit.ts';
import { recover, takeBackDeposit, takeBackPayout, takeBackReturn } from '../returned-payments/commands.ts';
import { salesById } from '../sales/queries.ts';
import { move } from '../transfers/change.ts';
import { orderBy } from '../transfers/queries.ts';
import { paymentElsewhere, standingPayment } from './queries.ts';

type Named = Changes['payment-return']['about'];
type Values = NonNullable<Changes['payment-return']['before']>;

type Outcomes = Changes['payment-return']['proposed']['outcome'];

/** The payment to which an outcome applies: for a recovery a payment that somebody else holds, otherwise a payment in force. */
const paymentBefore = (work: OperatorWork, about: Named, outcome: Outcomes) =>
  outcome === 'recovered' ? paymentElsewhere(work, about) : standingPayment(work, about);

async function standing(work: OperatorWork, about: Named, outcome: Outcomes): Promise<Values | null> {
  const found = await paymentBefore(work, about, outcome);
  return found ? { amount: found.amount, currency: found.currency, clabe: found.clabe } : null;
}

/** Locks the sale, the payouts or the receipt that a payment was for, as the commands that pay it do. */
async function lockSubject(work: OperatorWork, { purpose, id, trackingKey }: Named): Promise<void> {
  if (purpose === 'deposit') await salesById(work, [id], 'update');
  else if (purpose === 'return') await lockUnidentified(work, id);
  else {
    const found = await standingPayment(work, { purpose, id, trackingKey });
    if (found?.clientId) await lockPayouts(narrowTo(work, found.clientId));
  }
}

/** Outcome of a payment that a person has read in the bank's books. */
export const paymentReturn: Handler<'payment-return'> = {
  standing: async (work, { about, proposed: { outcome } }, lock) => {
    if (lock === 'update') await lockSubject(work, about);
    return standing(work, about, outcome);
  },
  isPossible: async (work, { about, proposed: { outcome } }) => (await standing(work, about, outcome)) !== null,
  apply: async (work, { about, proposed: { outcome, reference } }, { approvalId }) => {
    const { purpose, id, trackingKey } = about;
    const recordedBy = work.actor.operatorId;
    if (outcome === 'recovered')
      return (await recover(work, trackingKey, { reference, recordedBy })) ? done(null) : refuse('GROUND_CHANGED');
    const found = await standingPayment(work, about);
    const { reason } = await work.db
      .selectFrom('approvals')
      .select('reason')
      .where('approval_id', '=', approvalId)
      .executeTakeFirstOrThrow();
    const back = { reason, reference, recordedBy, wentElsewhere: outcome === 'elsewhere' };
    if (found === undefined || !(await takeBack())) return refuse('GROUND_CHANGED');
    const order = await orderBy(work, { trackingKey });
    if (order) await move(work, order, 'return', { failure: reason });
    return done(null);

    async function takeBack(): Promise<boolean> {
      if (purpose === 'return') return takeBackReturn(work, id, found?.clabe ?? null, back);
      if (!found?.clientId) return false;
      const own = narrowTo(work, found.clientId);
      if (purpose === 'payout') return takeBackPayout(own, id, back);
      const [sale] = await salesById(work, [id], 'update');
      return sale !== undefined && takeBackDeposit(own, sale, back);
    }
  },
};

/** Proposes the outcome of a payment. Refuses one that is not in force or, for a recovery, that nobody else holds. */
export async function proposeReturn(
  work: OperatorWork,
  { outcome, reference, reason, ...about }: BodyOf<typeof proposeRoute>,
): Submitted {
  const found = await paymentBefore(work, about, outcome);
  if (!found) return refuse('PAYMENT_NOT_MADE');
  const before = await standing(work, about, outcome);
  const proposed = { outcome, reference, clientId: found.clientId, label: found.label };
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
