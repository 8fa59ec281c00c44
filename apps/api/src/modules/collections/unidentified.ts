/** Received money that belongs to no client yet: kept, then identified or sent back to its payer. */
import { randomUUID } from 'node:crypto';
import type {
  confirmReturn as confirmRoute,
  identifyPayment,
  registerCollection,
  sendBackPayment,
  UnidentifiedPayment,
} from '@anticipa/contract/collections';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import type { AlertCause } from '@anticipa/domain/alert';
import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { type UnidentifiedStep, unidentifiedSteps } from '@anticipa/domain/unidentified';
import { sql } from 'kysely';
import { agentOf, narrowTo, type OperatorWork, type Principal, type WideWork } from '../../platform/work/work.ts';
import { closeAlertsOf } from '../alerts/alert.ts';
import { creditLines } from '../credit/queries.ts';
import { writeAudit } from '../log/audit.ts';
import { bookBalance } from './balance.ts';
import { type Doubts, doubtsOfMatch } from './doubts.ts';
import { isSameTarget, matchPayment, type Pays, targetOf, type Unmatched } from './match.ts';
import { bookPayment } from './payment.ts';
import { collectionByKey } from './queries.ts';
import { lockUnidentified, unidentifiedByKey } from './unidentified-queries.ts';

/** Keeps a payment that matches nothing in the lender's own journal. */
export async function keepUnidentified(
  work: WideWork<Principal>,
  payment: Omit<BodyOf<typeof registerCollection>, 'reason'>,
  { reason, reference }: Unmatched,
): Promise<Outcome<Omit<ResponseOf<typeof registerCollection>, 'proposal'>>> {
  if (payment.valueDate > work.today) return refuse('VALUE_DATE_IN_FUTURE');
  const paymentId = randomUUID();
  await work.db
    .insertInto('unidentified_payments')
    .values({
      payment_id: paymentId,
      tracking_key: payment.trackingKey,
      currency: payment.currency,
      amount: payment.amount,
      value_date: payment.valueDate,
      source: payment.source,
      bank: payment.bank,
      reference,
      reason,
      state: 'waiting',
      registered_by: agentOf(work.actor).id,
      registered_at: work.at,
    })
    .execute();
  await book(work, 'unidentified', { paymentId, valueDate: dateOf(payment.valueDate) });
  const unidentified = await unidentifiedByKey(work, payment.trackingKey);
  return done({ collection: null, unidentified });
}

/** Books an event of the lender's journal and its audit. */
async function book(
  work: WideWork<Principal>,
  event: UnidentifiedStep,
  { paymentId, valueDate }: { readonly paymentId: string; readonly valueDate: IsoDate },
): Promise<void> {
  const { debit, credit } = unidentifiedSteps[event];
  await sql`
    select append_lender_entry(${paymentId}, ${event}, ${debit}, ${credit}, ${valueDate}::date, ${work.today}::date, ${work.at})`.execute(
    work.db,
  );
  await writeAudit(work, { action: `unidentified.${event}`, subject: `unidentified-payment:${paymentId}` });
}

interface Taken {
  readonly paymentId: string;
  readonly trackingKey: string;
  readonly valueDate: IsoDate;
  readonly returnKey?: string;
}

/** Moves a locked payment to the state that a step leads to, and books the step. */
async function take(
  work: OperatorWork,
  event: Exclude<UnidentifiedStep, 'unidentified'>,
  { paymentId, trackingKey, valueDate, returnKey }: Taken,
): Promise<void> {
  await work.db
    .updateTable('unidentified_payments')
    .set({ state: unidentifiedSteps[event].to, return_key: returnKey ?? null })
    .where('payment_id', '=', paymentId)
    .execute();
  await book(work, event, { paymentId, valueDate });
  const cause = closingCauses[event];
  if (cause) await closeAlertsOf(work, { trackingKey, reasons: ['unidentified'] }, cause);
}

/** Steps after which the money needs no more attention. */
const closingCauses: Readonly<Partial<Record<UnidentifiedStep, AlertCause>>> = {
  identification: 'identified',
  return: 'sent-back',
};

type Identified = Promise<Outcome<Pick<Required<ResponseOf<typeof identifyPayment>>, 'collection'>>>;

/**
 * Books unidentified money as a payment of a client's invoices, by its own value date. Repeating it repeats the answer.
 * `doubts`: as of `register`.
 */
export async function identify(
  wide: OperatorWork,
  paymentId: string,
  { pays, payer }: Pick<BodyOf<typeof identifyPayment>, 'pays' | 'payer'>,
  doubts: Doubts | null,
): Identified {
  const payment = await lockUnidentified(wide, paymentId);
  if (!payment) return refuse('NOT_FOUND');
  if (payment.state !== unidentifiedSteps.identification.from) return identifiedBefore(wide, payment, pays);
  const target = await targetOf(wide, pays);
  if (!target.ok) return target;
  if ('unmatched' in target.value) return refuse('PAYMENT_REFERENCE_RECORD_NOT_FOUND');
  const { tenant, reference, documentIds } = target.value;
  const work = narrowTo(wide, tenant);
  await creditLines(work, 'update');
  const match = await matchPayment(work, target.value);
  if (!match.ok) return match;
  if ('unmatched' in match.value) return refuseEach('INVOICE_NOT_IN_CREDIT', documentIds);
  const money = { ...payment, pays, payer, unidentifiedId: paymentId };
  const objection = doubts && doubtsOfMatch(work, money, { ...match.value, reference }, doubts);
  if (objection) return objection;
  const booked =
    'balance' in match.value
      ? await bookBalance(work, money, reference, match.value.balance)
      : await bookPayment(work, money, reference, match.value.payable);
  if (!booked.ok) return booked;
  await take(wide, 'identification', {
    paymentId,
    trackingKey: payment.trackingKey,
    valueDate: dateOf(payment.valueDate),
  });
  return done({ collection: booked.value });
}

async function identifiedBefore(work: OperatorWork, { trackingKey }: UnidentifiedPayment, pays: Pays): Identified {
  const known = await collectionByKey(work, trackingKey);
  return known && isSameTarget(known, pays) ? done({ collection: known.collection }) : refuse('PAYMENT_NOT_WAITING');
}

/** Decides to send unidentified money back to its payer; repeating it is harmless. */
export async function sendBack(
  work: OperatorWork,
  paymentId: string,
): Promise<Outcome<ResponseOf<typeof sendBackPayment>>> {
  const payment = await lockUnidentified(work, paymentId);
  if (!payment) return refuse('NOT_FOUND');
  const { from, to } = unidentifiedSteps['send-back'];
  if (payment.state === to) return done({ payment });
  if (payment.state !== from) return refuse('PAYMENT_NOT_WAITING');
  await take(work, 'send-back', { paymentId, trackingKey: payment.trackingKey, valueDate: work.today });
  return done({ payment: { ...payment, state: to } });
}

/** Books the transfer back as confirmed by the bank; repeating its tracking key is harmless. */
export async function confirmReturn(
  work: OperatorWork,
  paymentId: string,
  returnKey: string,
): Promise<Outcome<ResponseOf<typeof confirmRoute>>> {
  const payment = await lockUnidentified(work, paymentId);
  if (!payment) return refuse('NOT_FOUND');
  const { from, to } = unidentifiedSteps.return;
  if (payment.state === to && payment.returnKey === returnKey) return done({ payment });
  if (payment.state !== from) return refuse('PAYMENT_NOT_WAITING');
  await take(work, 'return', { paymentId, trackingKey: payment.trackingKey, valueDate: work.today, returnKey });
  return done({ payment: { ...payment, state: to, returnKey } });
}
