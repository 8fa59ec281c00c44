/** Whether the lender takes a sound invoice: what it enters as, and why not. The order of the checks is part of the rule. */
import type { IsoDate } from './calendar.ts';
import { emissionProblem, type InvoiceStatusName } from './invoice.ts';
import { type Currency, financedCurrencies, isPositive, type Money } from './money.ts';
import { type RejectionMotive, taxMotives } from './motives.ts';
import { type CompanyStatus, companyStatus } from './receiver.ts';

/**
 * What the tax authority says of an invoice. `cancelacion-en-proceso` is a valid one that somebody is cancelling;
 * `unreachable` says nothing about the invoice: no answer, none in time, or one that makes no sense.
 */
export type TaxStatus = 'vigente' | 'cancelado' | 'no-encontrado' | 'cancelacion-en-proceso' | 'unreachable';

/** Whether the tax authority has confirmed the invoice; a pending one cannot be disbursed. */
export type Verification = 'verified' | 'pending';

export interface StandingFacts {
  readonly currency: Currency;
  readonly total: Money;
  readonly emittedOn: IsoDate;
  readonly paymentMethod: 'PPD' | 'PUE' | null;
  /** By UUID, by seal or by its figures, at any other client. Whose is never told. */
  readonly isLiveElsewhere: boolean;
  readonly receiverStatus: CompanyStatus;
  /** The lender takes only PPD invoices in this client's product. */
  readonly requiresPpd: boolean;
}

const isFinanced = (currency: Currency): boolean => financedCurrencies.some((financed) => financed === currency);

/** Why the lender would not take the invoice on `today`, whatever the tax authority says; null when it would. */
export function standingObjection(facts: StandingFacts, today: IsoDate): RejectionMotive | null {
  if (!isFinanced(facts.currency)) return 'CURRENCY_UNSUPPORTED';
  if (!isPositive(facts.total)) return 'TOTAL_NOT_POSITIVE';
  const emission = emissionProblem(facts.emittedOn, today);
  if (emission) return emission;
  if (facts.isLiveElsewhere) return 'ALREADY_FINANCED';
  if (facts.receiverStatus === companyStatus.DISABLED) return 'RECEIVER_DISABLED';
  if (facts.receiverStatus < companyStatus.PENDING) return 'RECEIVER_REJECTED';
  return facts.requiresPpd && facts.paymentMethod !== 'PPD' ? 'PPD_REQUIRED' : null;
}

/** Hours in which the tax authority may not know yet what its provider has stamped. */
const HOURS_UNTIL_KNOWN = 24;
const HOUR_MS = 3_600_000;

/** Whether an invoice known since `since` (its stamp, or its upload) may still be unknown to the tax authority at `now`. */
export const mayStillBeUnknown = (since: Date, now: Date): boolean =>
  now.getTime() - since.getTime() < HOURS_UNTIL_KNOWN * HOUR_MS;

export interface TaxFacts {
  readonly taxStatus: TaxStatus;
  readonly mayBeUnknown: boolean;
  /** What the invoice is rejected for now; null when it is not, or is new. */
  readonly motive: RejectionMotive | null;
}

/**
 * Why the tax authority's answer keeps an invoice from being financed; null when it does not. What it objected to before
 * stands until it says that the invoice is in force: silence takes no objection back.
 */
export function taxObjection({ taxStatus, mayBeUnknown, motive }: TaxFacts): RejectionMotive | null {
  if (taxStatus === 'cancelado') return 'CANCELLED_AT_TAX_AUTHORITY';
  if (taxStatus === 'cancelacion-en-proceso') return 'CANCELLATION_IN_PROGRESS';
  if (taxStatus === 'no-encontrado' && !mayBeUnknown) return 'UNKNOWN_AT_TAX_AUTHORITY';
  return taxStatus === 'vigente' ? null : (taxMotives.find((each) => each === motive) ?? null);
}

export const verificationOf = (status: TaxStatus): Verification => (status === 'vigente' ? 'verified' : 'pending');

/** What an invoice enters as. */
export interface Entry {
  readonly status: Extract<InvoiceStatusName, 'RECHAZADA' | 'REGISTRADO' | 'AUTORIZADA'>;
  readonly motive: RejectionMotive | null;
  readonly verification: Verification;
}

/** AUTORIZADA when the tax authority confirms it and its receiver is approved; REGISTRADO when either is still open. */
export function entryOf(facts: StandingFacts & TaxFacts, today: IsoDate): Entry {
  const verification = verificationOf(facts.taxStatus);
  const motive = standingObjection(facts, today) ?? taxObjection(facts);
  if (motive) return { status: 'RECHAZADA', motive, verification };
  const isSettled = verification === 'verified' && facts.receiverStatus === companyStatus.APPROVED;
  return { status: isSettled ? 'AUTORIZADA' : 'REGISTRADO', motive: null, verification };
}
