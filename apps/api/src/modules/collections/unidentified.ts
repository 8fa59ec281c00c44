/** Receipts in the lender's journal: money kept, then identified, whole or in parts, or sent back to its payer. */
import { randomUUID } from 'node:crypto';
import type {
  Collection,
  confirmReturn as confirmRoute,
  identifyPayment,
  keepPayment,
  registerCollection,
  sendBackPayment,
  UnidentifiedPayment,
} from '@anticipa/contract/collections';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import type { AlertCause } from '@anticipa/domain/alert';
import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { add, decimalOf, type FinancedCurrency, lesserOf, moneyOf, sum } from '@anticipa/domain/money';
import { isBackdated } from '@anticipa/domain/typed-payment';
import { type UnidentifiedStep, unidentifiedSteps } from '@anticipa/domain/unidentified';
import { sql } from 'kysely';
import { agentOf, type OperatorWork, type Principal, type WideWork } from '../../platform/work/work.ts';
import { closeAlertsOf } from '../alerts/alert.ts';
import { endFiled, isFiled } from '../filed-payments/filed.ts';
import { isLenderEntryInForce } from '../ledger/queries.ts';
import { writeAudit } from '../log/audit.ts';
import { type BankPayment, type DuePayment, type Objecting, paidOnProblem } from '../payment-limits/limits.ts';
import { cameBackUnder, isPaymentKey } from '../returned-payments/queries.ts';
import { bookUnits, debtOf, payableIn, type Unit, unitsOf, unitsProblem } from './applications.ts';
import { deductionsProblem, hasDeductions } from './deductions.ts';
import { endWait } from './deposit-wait-queries.ts';
import { waitForDeposit } from './deposit-waits.ts';
import type { Doubts } from './doubts.ts';
import { lockMatches, namedBy, type Pays, referenceText, targetsOf, type Unmatched } from './match.ts';
import { bookedFrom, collectionByKey, type KnownCollection } from './queries.ts';
import { lockUnidentified, unidentifiedById, unidentifiedByKey } from './unidentified-queries.ts';

type Paying = BodyOf<typeof identifyPayment>;

/** Keeps a payment that matches nothing, or not yet, in the lender's own journal. */
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
      named_ids: 'documentIds' in payment.pays ? namedBy(payment.pays).toSorted() : null,
      payer: payment.payer ?? null,
      reason,
      state: 'waiting',
      registered_by: agentOf(work.actor).id,
      registered_at: work.at,
    })
    .execute();
  await book(work, 'unidentified', { paymentId, valueDate: dateOf(payment.valueDate), amount: payment.amount });
  const unidentified = await unidentifiedByKey(work, payment.trackingKey);
  return done({ collection: null, unidentified });
}

/** Books an event of the lender's journal and its audit. */
async function book(
  work: WideWork<Principal>,
  event: UnidentifiedStep,
  { paymentId, valueDate, amount, reason }: Pick<Taken, 'paymentId' | 'valueDate' | 'amount' | 'reason'>,
): Promise<void> {
  const { debit, credit } = unidentifiedSteps[event];
  await sql`
    select append_lender_entry(${paymentId}, ${event}, ${debit}, ${credit}, ${valueDate}::date, ${work.today}::date, ${work.at},
      null, ${amount}::numeric)`.execute(work.db);
  const details = reason === undefined ? {} : { reason };
  await writeAudit(work, { action: `unidentified.${event}`, subject: `unidentified-payment:${paymentId}`, details });
}

interface Taken {
  readonly paymentId: string;
  readonly trackingKey: string;
  readonly valueDate: IsoDate;
  readonly amount: string;
  readonly returnKey?: string;
  readonly reason?: string | undefined;
}

/** Books a step of a locked receipt, which changes its state unless something is left. */
async function take(
  work: WideWork<Principal>,
  event: Exclude<UnidentifiedStep, 'unidentified'>,
  { paymentId, trackingKey, valueDate, amount, returnKey, reason }: Taken,
): Promise<void> {
  await book(work, event, { paymentId, valueDate, amount, reason });
  const { left } = await unidentifiedById(work, paymentId);
  if (Number(left) > 0) return;
  await endWait(work, paymentId, 'used');
  const state = { state: unidentifiedSteps[event].to, ...(returnKey !== undefined && { return_key: returnKey }) };
  await work.db.updateTable('unidentified_payments').set(state).where('payment_id', '=', paymentId).execute();
  const cause = closingCauses[event];
  if (cause) await closeAlertsOf(work, { trackingKey, reasons: ['unidentified'] }, cause);
}

/** Steps after which the money needs no more attention. */
const closingCauses: Readonly<Partial<Record<UnidentifiedStep, AlertCause>>> = {
  identification: 'identified',
  return: 'sent-back',
  refund: 'ended',
};

/** Books an amount of a locked receipt for units, and takes it from what is left. */
export async function applyUnits(
  wide: WideWork<Principal>,
  receipt: UnidentifiedPayment,
  units: readonly Unit[],
  paying: Parameters<typeof bookUnits>[2],
): Promise<Outcome<readonly Collection[]>> {
  const { paymentId, trackingKey } = receipt;
  const booked = await bookUnits(receipt, units, paying);
  if (!booked.ok) return booked;
  for (const { amount, on } of booked.value.moved)
    await take(wide, 'identification', { paymentId, trackingKey, valueDate: on, amount: decimalOf(amount) });
  return done(booked.value.collections);
}

/**
 * The receipt as which money that came back under a key was kept, whole and waiting; null if it was not. Refused if the key counts for
 * other money.
 */
export async function refundUnder(
  work: WideWork<Principal>,
  trackingKey: string,
  { amount, currency }: Pick<UnidentifiedPayment, 'amount' | 'currency'>,
): Promise<Outcome<UnidentifiedPayment | null>> {
  const kept = await unidentifiedByKey(work, trackingKey);
  const isCounted = (await cameBackUnder(work, trackingKey)) !== null || (await collectionByKey(work, trackingKey));
  if (isCounted || (kept && (await lockUnidentified(work, kept.paymentId))?.state !== 'waiting'))
    return refuse('TRACKING_KEY_REUSED');
  const isSame = kept === null || (kept.currency === currency && kept.amount === amount && kept.left === amount);
  return isSame ? done(kept) : refuse('TRACKING_KEY_REUSED');
}

/** A locked receipt was no receipt: the payment that it was has come back, and has its own entry of BANCOS. */
export const takeRefund = (
  work: OperatorWork,
  { paymentId, trackingKey, left: amount }: UnidentifiedPayment,
): Promise<void> => take(work, 'refund', { paymentId, trackingKey, valueDate: work.today, amount });

/** Takes all that is left of a locked receipt, which goes to a client. */
export const takeForwarded = (
  work: WideWork<Principal>,
  { paymentId, trackingKey, valueDate, left: amount }: UnidentifiedPayment,
): Promise<void> => take(work, 'identification', { paymentId, trackingKey, valueDate: dateOf(valueDate), amount });

/** Makes the money of a part wait again after its payment was reversed. */
export async function waitAgain(
  work: OperatorWork,
  paymentId: string,
  part: { readonly amount: string; readonly valueDate: string },
): Promise<void> {
  await undo(work, paymentId, 'identification', part);
  await writeAudit(work, { action: 'unidentified.reverse', subject: `unidentified-payment:${paymentId}` });
}

/** Reverses the last entry of a step that has this amount and value date, or any. The money waits again. */
async function undo(
  { db, today, at }: OperatorWork,
  paymentId: string,
  event: 'identification' | 'send-back',
  part?: { readonly amount: string; readonly valueDate: string },
): Promise<void> {
  const { from, to } = unidentifiedSteps[event];
  await db
    .updateTable('unidentified_payments')
    .set({ state: from })
    .where('payment_id', '=', paymentId)
    .where('state', 'in', [from, to])
    .executeTakeFirstOrThrow();
  const same = part ? sql`and amount = ${part.amount}::numeric and value_date = ${part.valueDate}::date` : sql``;
  await sql`
    select append_lender_entry(payment_id, event, credit, debit, value_date, ${today}::date, ${at}, entry_number)
    from (
      select * from lender_entries entry
      where payment_id = ${paymentId} and event = ${event} and ${isLenderEntryInForce} ${same}
      order by entry_number desc limit 1
    ) booked`.execute(db);
}

/** Keeps money that was to be sent back, so that it can be identified; repeating it is harmless. */
export async function keepSentBack(
  work: OperatorWork,
  paymentId: string,
  { reason }: BodyOf<typeof keepPayment>,
): Promise<Outcome<ResponseOf<typeof keepPayment>>> {
  const payment = await lockUnidentified(work, paymentId);
  if (!payment) return refuse('NOT_FOUND');
  const { from, to } = unidentifiedSteps['send-back'];
  if (payment.state === from) return done({ payment });
  if (payment.state !== to) return refuse('PAYMENT_NOT_WAITING');
  if (await isReturnOrdered(work, paymentId)) return refuse('TRANSFER_OPEN');
  const filed = { kind: 'return', subject: paymentId, currency: payment.currency } as const;
  if (await isFiled(work, filed)) return refuse('PAYMENT_FILED');
  await undo(work, paymentId, 'send-back');
  const subject = `unidentified-payment:${paymentId}` as const;
  await writeAudit(work, { action: 'unidentified.keep', subject, details: { reason } });
  return done({ payment: await unidentifiedById(work, paymentId) });
}

type Identified = Promise<Outcome<Pick<ResponseOf<typeof identifyPayment>, 'collection' | 'payment'>>>;

/**
 * Books what is left of a receipt, or an amount of it, as payments by its own value date. Repeating a part repeats the answer;
 * another person's part is refused. `keepsRest`: more than is owed stays left. `doubts`: as of `register`.
 */
export async function identify(
  wide: WideWork<Principal>,
  paymentId: string,
  {
    pays,
    payer,
    amount,
    part = 1,
    deductions = [],
    keepsRest = false,
  }: Omit<Paying, 'reason'> & { readonly keepsRest?: boolean },
  doubts: Doubts | null,
): Identified {
  const receipt = await lockUnidentified(wide, paymentId);
  if (!receipt) return refuse('NOT_FOUND');
  if (receipt.state !== 'waiting' || receipt.nextPart !== part)
    return identifiedBefore(wide, receipt, { pays, payer, amount, part, deductions });
  const { currency, left, valueDate } = receipt;
  const paid = moneyOf<FinancedCurrency>(amount ?? left, currency);
  if (paid.cents > moneyOf(left, currency).cents) return refuse('PAYMENT_LEFT_EXCEEDED');
  const named = await targetsOf(wide, pays);
  if (!named.ok) return named;
  if ('unmatched' in named.value) return refuse('PAYMENT_REFERENCE_RECORD_NOT_FOUND');
  const { targets } = named.value;
  const found = await lockMatches(wide, targets);
  if (!found.ok) return found;
  if ('unmatched' in found.value) {
    const documentIds = targets.flatMap((target) => target.documentIds);
    if (!found.value.unmatched.isWaiting) return refuseEach('INVOICE_NOT_IN_CREDIT', documentIds);
    const waiting = await waitForDeposit(wide, receipt, { pays: { documentIds }, payer, amount: decimalOf(paid) });
    return waiting.ok ? done({ collection: null, payment: waiting.value }) : waiting;
  }
  const misfit = await deductionsProblem(wide, deductions, payableIn(found.value.matches));
  if (misfit) return misfit;
  const units = unitsOf(found.value.matches, dateOf(valueDate), deductions);
  const problem = unitsProblem(wide, receipt, units);
  if (problem) return problem;
  // A surplus over the debts of several clients belongs to none of them, so it stays unidentified.
  const [debt, isSurplusTheirs] = [debtOf(units), targets.length === 1 && !keepsRest];
  const theirs = isSurplusTheirs ? paid : lesserOf(paid, debt.owed);
  // Its day is not typed here.
  const known = { ...debt, depositedOn: null, isSurplusTheirs };
  const objection = doubts?.(wide, { ...receipt, amount: decimalOf(theirs) }, known);
  if (objection) return objection;
  const applied = await applyUnits(wide, receipt, units, { amount: paid, payer, pays, isSurplusTheirs });
  if (!applied.ok) return applied;
  return done({ collection: applied.value[0] ?? null, payment: await unidentifiedById(wide, paymentId) });
}

async function identifiedBefore(work: WideWork<Principal>, receipt: UnidentifiedPayment, paying: Named): Identified {
  const booked = await bookedFrom(work, receipt.trackingKey, paying.part);
  const [first] = booked;
  if (first && (await isSamePart(work, receipt, booked, paying)))
    return done({ collection: first.collection, payment: receipt });
  return refuse(receipt.state === 'waiting' ? 'PAYMENT_CHANGED' : 'PAYMENT_NOT_WAITING');
}

/** Whether payments that were booked together are what is asked for: all of it, unless it was more than several clients owed. */
async function isSamePart(
  work: WideWork<Principal>,
  { currency, left }: UnidentifiedPayment,
  booked: readonly KnownCollection[],
  { pays, payer, amount, deductions }: Named,
): Promise<boolean> {
  const collections = booked.map(({ collection }) => collection);
  const taken = sum<FinancedCurrency>(
    currency,
    collections.map((one) => moneyOf(one.amount, currency)),
  );
  const asked = amount === undefined ? add(taken, moneyOf(left, currency)) : moneyOf(amount, currency);
  const clients = new Set(collections.map(({ clientId }) => clientId));
  const isWhole = clients.size === 1 ? asked.cents === taken.cents : asked.cents >= taken.cents;
  return (
    isWhole &&
    booked.every((known) => isPartOf(known, pays)) &&
    collections.every((one) => payer === undefined || payer === one.payer) &&
    hasDeductions(
      work,
      collections.map(({ collectionId }) => collectionId),
      deductions,
    )
  );
}

type Named = Omit<Paying, 'reason'> & { readonly part: number };

/** Whether a part of a receipt was booked for these invoices. */
const isPartOf = ({ collection, namedIds }: KnownCollection, pays: Pays): boolean =>
  'reference' in pays
    ? collection.reference === referenceText(pays.reference)
    : namedIds?.every((documentId) => pays.documentIds.includes(documentId)) === true;

/** Decides to send what is left of a receipt back to its payer; repeating it is harmless. */
export async function sendBack(
  work: OperatorWork,
  paymentId: string,
  reason: string | undefined,
): Promise<Outcome<ResponseOf<typeof sendBackPayment>>> {
  const payment = await lockUnidentified(work, paymentId);
  if (!payment) return refuse('NOT_FOUND');
  const { from, to } = unidentifiedSteps['send-back'];
  if (payment.state === to) return done({ payment });
  if (payment.state !== from) return refuse('PAYMENT_NOT_WAITING');
  const { trackingKey, left: amount } = payment;
  await take(work, 'send-back', { paymentId, trackingKey, valueDate: work.today, amount, reason });
  return done({ payment: await unidentifiedById(work, paymentId) });
}

/** Books the transfer back as confirmed by the bank; repeating its tracking key is harmless. */
export async function confirmReturn(
  work: OperatorWork,
  paymentId: string,
  { trackingKey: returnKey, paidOn }: BankPayment,
  objecting: Objecting,
): Promise<Outcome<Pick<ResponseOf<typeof confirmRoute>, 'payment'>>> {
  const payment = await lockUnidentified(work, paymentId);
  if (!payment) return refuse('NOT_FOUND');
  const { from, to } = unidentifiedSteps.return;
  if (payment.state === to && payment.returnKey === returnKey) return done({ payment });
  if (payment.state !== from) return refuse('PAYMENT_NOT_WAITING');
  if (await isReturnOrdered(work, paymentId)) return refuse('TRANSFER_OPEN');
  if (await isPaymentKey(work, returnKey)) return refuse('TRACKING_KEY_REUSED');
  const early = paidOnProblem(work, paidOn, dateOf(payment.valueDate));
  if (early) return early;
  const isOfFile = await isFiled(work, { kind: 'return', subject: paymentId, currency: payment.currency });
  if (!isOfFile || isBackdated(paidOn, work.today)) {
    const { returned, currency, trackingKey } = payment;
    const due: DuePayment = {
      purpose: 'return',
      subject: paymentId,
      clientId: null,
      label: trackingKey,
      holder: null,
      amount: moneyOf(returned, currency),
      clabe: null,
      paidOn,
    };
    const objection = await objecting(work, [due]);
    if (objection) return objection;
  }
  await bookReturn(work, payment, { trackingKey: returnKey, paidOn });
  return done({ payment: await unidentifiedById(work, paymentId) });
}

/** Books the transfer back of locked money that the bank has made. */
export async function bookReturn(
  work: WideWork<Principal>,
  payment: Pick<UnidentifiedPayment, 'paymentId' | 'trackingKey' | 'returned' | 'currency'>,
  { trackingKey: returnKey, paidOn }: BankPayment,
): Promise<void> {
  const { paymentId, trackingKey, returned: amount, currency } = payment;
  await take(work, 'return', { paymentId, trackingKey, valueDate: paidOn, amount, returnKey });
  await endFiled(work, { kind: 'return', subject: paymentId, currency }, returnKey);
}

/** Whether the bank may be sending the money back. */
export async function isReturnOrdered({ db }: WideWork, paymentId: string): Promise<boolean> {
  const open = await db
    .selectFrom('transfer_orders')
    .select('order_id')
    .where('payment_id', '=', paymentId)
    .where('state', 'in', ['ordered', 'sent'])
    .executeTakeFirst();
  return open !== undefined;
}
