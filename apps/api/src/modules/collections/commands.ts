import type { registerCollection, UnidentifiedPayment } from '@anticipa/contract/collections';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { dateOf } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { decimalOf, type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { sql } from 'kysely';
import type { Principal, WideWork } from '../../platform/work/work.ts';
import { cameBackUnder } from '../returned-payments/queries.ts';
import { bookDeducted, debtOf, payableIn, type Unit, unitsOf, unitsProblem } from './applications.ts';
import { deductionsProblem, hasDeductions } from './deductions.ts';
import { waitForDeposit } from './deposit-waits.ts';
import { type Doubts, isPaidAgain } from './doubts.ts';
import { isSameTarget, lockMatches, namedBy, referenceText, targetsOf, type Unmatched } from './match.ts';
import { type BalanceDue, bookedWith, collectionByKey } from './queries.ts';
import { applyUnits, keepUnidentified } from './unidentified.ts';
import { unidentifiedByKey } from './unidentified-queries.ts';

/** An operator's work, or the worker's with money that it found at the bank. */
type CollectingWork = WideWork<Principal>;
/** A payment as an operator types it or the bank reports it. */
export type TypedPayment = Omit<BodyOf<typeof registerCollection>, 'reason'>;
type Registered = Omit<ResponseOf<typeof registerCollection>, 'proposal'>;

/**
 * Books a payment for its invoices, or keeps it as unidentified. Invoices of several clients, and money that came before a deposit,
 * make it a receipt with a part for each. Repeating a tracking key with the same payment repeats the answer; with a different
 * payment it is refused. `doubts` says what needs a second person; null if the bank reports the payment, or a second person has
 * confirmed it.
 */
export async function register(
  wide: CollectingWork,
  payment: TypedPayment,
  doubts: Doubts | null,
): Promise<Outcome<Registered>> {
  await lockTrackingKey(wide, payment.trackingKey);
  const known = await registeredBefore(wide, payment);
  if (known) return known;
  // The money is in the books as a payment that came back.
  if (await cameBackUnder(wide, payment.trackingKey)) return refuse('TRACKING_KEY_REUSED');
  const keep = async (unmatched: Unmatched): Promise<Outcome<Registered>> => {
    const objection = doubts?.(wide, payment, null);
    if (objection) return objection;
    const kept = await keepUnidentified(wide, payment, unmatched);
    if (!kept.ok || !unmatched.isWaiting || kept.value.unidentified === null) return kept;
    const waiting = await waitForDeposit(wide, kept.value.unidentified, payment);
    return waiting.ok ? done({ collection: null, unidentified: waiting.value }) : waiting;
  };
  const named = await targetsOf(wide, payment.pays);
  if (!named.ok) return named;
  if ('unmatched' in named.value) return keep(named.value.unmatched);
  const found = await lockMatches(wide, named.value.targets);
  if (!found.ok) return found;
  const { deductions = [] } = payment;
  const { matches = [] } = 'unmatched' in found.value ? {} : found.value;
  const misfit = await deductionsProblem(wide, deductions, payableIn(matches));
  if (misfit) return misfit;
  if ('unmatched' in found.value) return keep(found.value.unmatched);
  const units = unitsOf(matches, dateOf(payment.valueDate), deductions);
  const [unit] = units;
  if (unit === undefined) throw new Error('a payment of nothing');
  const { reference, balance } = unit;
  if (reference && payment.valueDate > reference.validUntil) {
    return keep({ reason: 'expired', reference: reference.reference });
  }
  if (reference && balance && exceeds(payment, balance)) {
    return keep({ reason: 'paid', reference: reference.reference });
  }
  const problem = unitsProblem(wide, payment, units);
  if (problem) return problem;
  if (units.length > 1 || unit.on !== payment.valueDate) return registerInParts(wide, payment, units, doubts);
  const objection = doubts?.(unit.work, payment, {
    ...(await doubtfulDebt(wide, payment, units)),
    isSurplusTheirs: true,
  });
  if (objection) return objection;
  const booked = await bookDeducted(unit, { ...payment, unidentifiedId: null, part: 1 });
  return booked.ok ? done({ collection: booked.value, unidentified: null }) : booked;
}

/** Debt of units, and whether the payment of it repeats one. */
async function doubtfulDebt(wide: CollectingWork, payment: TypedPayment, units: readonly Unit[]) {
  const debt = debtOf(units);
  const invoices = units.flatMap(({ payable }) => payable ?? []);
  return { ...debt, isPaidAgain: await isPaidAgain(wide, payment, invoices, debt.owed) };
}

/** More than is owed to the lender stays unidentified, so it raises no doubt unless it is a slip. */
async function registerInParts(
  wide: CollectingWork,
  payment: TypedPayment,
  units: readonly Unit[],
  doubts: Doubts | null,
): Promise<Outcome<Registered>> {
  const amount = moneyOf<FinancedCurrency>(payment.amount, payment.currency);
  const objection = doubts?.(wide, payment, { ...(await doubtfulDebt(wide, payment, units)), isSurplusTheirs: false });
  if (objection) return objection;
  const isEarly = units.some(({ on }) => on > payment.valueDate);
  const reference = units[0]?.reference?.reference ?? '';
  const kept = await keepUnidentified(wide, payment, { reason: isEarly ? 'early' : 'parts', reference });
  if (!kept.ok || kept.value.unidentified === null) return kept;
  const applied = await applyUnits(wide, kept.value.unidentified, units, {
    amount,
    payer: payment.payer,
    pays: payment.pays,
    isSurplusTheirs: false,
  });
  if (!applied.ok) return applied;
  return done({ collection: null, unidentified: await unidentifiedByKey(wide, payment.trackingKey) });
}

const exceeds = ({ amount, currency }: TypedPayment, { owed }: BalanceDue): boolean =>
  currency === owed.currency && moneyOf(amount, currency).cents > owed.cents;

/** A key counts once, whether its payment is booked or unidentified; other payments with the same key wait here. */
export async function lockTrackingKey({ db }: CollectingWork, trackingKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tracking-key:${trackingKey}`}, 0))`.execute(db);
}

async function registeredBefore(work: CollectingWork, payment: TypedPayment): Promise<Outcome<Registered> | null> {
  const unidentified = await unidentifiedByKey(work, payment.trackingKey);
  if (unidentified)
    return (await isSameReceipt(work, unidentified, payment))
      ? done({ collection: null, unidentified })
      : refuse('TRACKING_KEY_REUSED');
  const known = await collectionByKey(work, payment.trackingKey);
  if (!known) return null;
  const { collectionId, payer } = known.collection;
  const isSame =
    (payment.payer === undefined || payment.payer === payer) &&
    isSameTarget(known, payment.pays) &&
    isSameMoney(known.collection, payment) &&
    (await hasDeductions(work, [collectionId], payment.deductions));
  return isSame ? done({ collection: known.collection, unidentified: null }) : refuse('TRACKING_KEY_REUSED');
}

/** Whether a receipt was registered like this; parts that were booked later are not of its registration. */
async function isSameReceipt(
  work: CollectingWork,
  known: UnidentifiedPayment,
  payment: TypedPayment,
): Promise<boolean> {
  const { pays } = payment;
  const isNamed =
    'reference' in pays
      ? known.reference === referenceText(pays.reference)
      : known.named.map(({ documentId }) => documentId).join(' ') === namedBy(pays).toSorted().join(' ');
  if (!isNamed || !isSameMoney(known, payment)) return false;
  const { payer } = await work.db
    .selectFrom('unidentified_payments')
    .select('payer')
    .where('payment_id', '=', known.paymentId)
    .executeTakeFirstOrThrow();
  if (payer !== null && payment.payer !== undefined && payer !== payment.payer) return false;
  const parts = await bookedWith(work, known);
  return parts.length === 0 || hasDeductions(work, parts, payment.deductions);
}

type ReceivedMoney = Omit<TypedPayment, 'pays' | 'payer'>;

const isSameMoney = (known: ReceivedMoney, payment: ReceivedMoney): boolean =>
  known.currency === payment.currency &&
  known.amount === decimalOf(moneyOf(payment.amount, payment.currency)) &&
  known.valueDate === payment.valueDate &&
  known.source === payment.source &&
  known.bank === payment.bank;
