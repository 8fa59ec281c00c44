import type { registerCollection } from '@anticipa/contract/collections';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { decimalOf, moneyOf } from '@anticipa/domain/money';
import { sql } from 'kysely';
import { narrowTo, type Principal, type WideWork } from '../../platform/work/work.ts';
import { creditLines } from '../credit/queries.ts';
import { bookBalance } from './balance.ts';
import { type Doubts, doubtsOfMatch } from './doubts.ts';
import { isSameTarget, matchPayment, referenceText, targetOf, type Unmatched } from './match.ts';
import { bookPayment } from './payment.ts';
import { type BalanceDue, collectionByKey } from './queries.ts';
import { keepUnidentified } from './unidentified.ts';
import { unidentifiedByKey } from './unidentified-queries.ts';

/** An operator's work, or the worker's with money that it found at the bank. */
type CollectingWork = WideWork<Principal>;
/** A payment as an operator types it or the bank reports it. */
export type TypedPayment = Omit<BodyOf<typeof registerCollection>, 'reason'>;
type Registered = Omit<ResponseOf<typeof registerCollection>, 'proposal'>;

/**
 * Books a payment for its invoices, or keeps it as unidentified. Repeating a tracking key with the same payment repeats the
 * answer; with a different payment it is refused. `doubts` says what needs a second person; null if the bank reports the
 * payment, or a second person has confirmed it.
 */
export async function register(
  wide: CollectingWork,
  payment: TypedPayment,
  doubts: Doubts | null,
): Promise<Outcome<Registered>> {
  await lockTrackingKey(wide, payment.trackingKey);
  const known = await registeredBefore(wide, payment);
  if (known) return known;
  const target = await targetOf(wide, payment.pays);
  if (!target.ok) return target;
  const keep = async (unmatched: Unmatched): Promise<Outcome<Registered>> =>
    doubts?.(wide, payment, null) ?? keepUnidentified(wide, payment, unmatched);
  if ('unmatched' in target.value) return keep(target.value.unmatched);
  const { tenant, reference } = target.value;
  const work = narrowTo(wide, tenant);
  // Lock lines before invoices, as everywhere; concurrent payments of the same client wait here.
  await creditLines(work, 'update');
  const match = await matchPayment(work, target.value);
  if (!match.ok) return match;
  if ('unmatched' in match.value) return keep(match.value.unmatched);
  if (reference && payment.valueDate > reference.validUntil) {
    return keep({ reason: 'expired', reference: reference.reference });
  }
  if (reference && 'balance' in match.value && exceeds(payment, match.value.balance)) {
    return keep({ reason: 'paid', reference: reference.reference });
  }
  const money = { ...payment, unidentifiedId: null };
  const objection = doubts && doubtsOfMatch(work, money, { ...match.value, reference }, doubts);
  if (objection) return objection;
  const booked =
    'balance' in match.value
      ? await bookBalance(work, money, reference, match.value.balance)
      : await bookPayment(work, money, reference, match.value.payable);
  return booked.ok ? done({ collection: booked.value, unidentified: null }) : booked;
}

const exceeds = ({ amount, currency }: TypedPayment, { owed }: BalanceDue): boolean =>
  currency === owed.currency && moneyOf(amount, currency).cents > owed.cents;

/** A key counts once, whether its payment is booked or unidentified; other payments with the same key wait here. */
export async function lockTrackingKey({ db }: CollectingWork, trackingKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tracking-key:${trackingKey}`}, 0))`.execute(db);
}

async function registeredBefore(work: CollectingWork, payment: TypedPayment): Promise<Outcome<Registered> | null> {
  const { pays, trackingKey } = payment;
  const unidentified = await unidentifiedByKey(work, trackingKey);
  if (unidentified) {
    const isSame = 'reference' in pays && unidentified.reference === referenceText(pays.reference);
    return isSame && isSameMoney(unidentified, payment)
      ? done({ collection: null, unidentified })
      : refuse('TRACKING_KEY_REUSED');
  }
  const known = await collectionByKey(work, trackingKey);
  if (!known) return null;
  const isSamePayer = payment.payer === undefined || payment.payer === known.collection.payer;
  return isSamePayer && isSameTarget(known, pays) && isSameMoney(known.collection, payment)
    ? done({ collection: known.collection, unidentified: null })
    : refuse('TRACKING_KEY_REUSED');
}

type ReceivedMoney = Omit<TypedPayment, 'pays' | 'payer'>;

const isSameMoney = (known: ReceivedMoney, payment: ReceivedMoney): boolean =>
  known.currency === payment.currency &&
  known.amount === decimalOf(moneyOf(payment.amount, payment.currency)) &&
  known.valueDate === payment.valueDate &&
  known.source === payment.source &&
  known.bank === payment.bank;
