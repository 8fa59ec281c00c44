/** Whether the lender accepts a valid invoice, in which status it enters, and why it is rejected. The order of the checks matters. */
import { dateAt, type IsoDate, MEXICO_CITY } from './calendar.ts';
import { emissionProblem, type InvoiceStatusName } from './invoice.ts';
import { blocksFinancing, type ListedSituation } from './listed-taxpayer.ts';
import { type Currency, financedCurrencies, isPositive, type Money } from './money.ts';
import { type RejectionMotive, type RelationMotive, taxMotives } from './motives.ts';
import { type CompanyStatus, companyStatus } from './receiver.ts';

/**
 * The tax authority's status of an invoice. `cancelacion-en-proceso` is a valid invoice with a pending cancellation;
 * `unreachable` covers no answer, a timeout and an unintelligible answer.
 */
export type TaxStatus = 'vigente' | 'cancelado' | 'no-encontrado' | 'cancelacion-en-proceso' | 'unreachable';

/** The tax authority's whole answer on an invoice; apart from the status, null where absent or worded unexpectedly. */
export interface TaxAnswer {
  readonly status: TaxStatus;
  /** Whether the issuer can cancel it, and whether the receiver must accept that. */
  readonly cancelable: 'no' | 'without-acceptance' | 'with-acceptance' | null;
  readonly cancellation: 'in-process' | 'refused' | 'accepted' | 'lapsed' | 'without-acceptance' | null;
  /** Whether the issuer is on the list of article 69-B. */
  readonly isIssuerListed: boolean | null;
}

export const noTaxAnswer: TaxAnswer = {
  status: 'unreachable',
  cancelable: null,
  cancellation: null,
  isIssuerListed: null,
};

/** Whether the tax authority has confirmed the invoice; a pending one cannot be disbursed. */
export type Verification = 'verified' | 'pending';

export interface InvoiceFacts {
  readonly currency: Currency;
  readonly total: Money;
  readonly emittedOn: IsoDate;
  readonly paymentMethod: 'PPD' | 'PUE' | null;
  /** The same UUID, seal or figures at another client, whose identity is never revealed. */
  readonly isLiveElsewhere: boolean;
  /** Why other CFDI of the issuer leave no receivable. */
  readonly relationMotive: RelationMotive | null;
  readonly receiverStatus: CompanyStatus;
  /** Situation on the list of article 69-B; null if unlisted. */
  readonly issuerSituation: ListedSituation | null;
  readonly receiverSituation: ListedSituation | null;
  /** The lender requires PPD for this client's product. */
  readonly requiresPpd: boolean;
}

/** Why the lender finances no invoice of a receiver, whatever the invoice; null when it does. */
export function receiverObjection(status: CompanyStatus): 'RECEIVER_DISABLED' | 'RECEIVER_REJECTED' | null {
  if (status === companyStatus.DISABLED) return 'RECEIVER_DISABLED';
  return status < companyStatus.PENDING ? 'RECEIVER_REJECTED' : null;
}

const isFinanced = (currency: Currency): boolean => financedCurrencies.some((financed) => financed === currency);

/** Why the lender rejects the invoice on `today`, regardless of the tax authority; null when it accepts it. */
export function lenderObjection(facts: InvoiceFacts, today: IsoDate): RejectionMotive | null {
  if (!isFinanced(facts.currency)) return 'CURRENCY_UNSUPPORTED';
  if (!isPositive(facts.total)) return 'TOTAL_NOT_POSITIVE';
  const emission = emissionProblem(facts.emittedOn, today);
  if (emission) return emission;
  if (facts.relationMotive) return facts.relationMotive;
  if (facts.isLiveElsewhere) return 'ALREADY_FINANCED';
  if (blocksFinancing(facts.issuerSituation)) return 'ISSUER_LISTED';
  if (blocksFinancing(facts.receiverSituation)) return 'RECEIVER_LISTED';
  const ofReceiver = receiverObjection(facts.receiverStatus);
  if (ofReceiver) return ofReceiver;
  return facts.requiresPpd && facts.paymentMethod !== 'PPD' ? 'PPD_REQUIRED' : null;
}

/** The tax authority may take this long to register an invoice that its provider has stamped. */
const REGISTRATION_HOURS = 24;
const HOUR_MS = 3_600_000;

/** Whether an invoice stamped or uploaded at `since` may still be missing at the tax authority at `now`. */
export const mayStillBeUnknown = (since: Date, now: Date): boolean =>
  now.getTime() - since.getTime() < REGISTRATION_HOURS * HOUR_MS;

/** The instant of a stamp, which carries central Mexico's time without a zone; an hour later in former summers. */
export const stampInstant = (stampedAt: string): Date => new Date(`${stampedAt}-06:00`);

/**
 * Whether a stamp of that time can exist: not before its invoice, whose time may be of a zone one hour ahead, and not after
 * `now`. Both times as written in the CFDI.
 */
export function isPossibleStampTime(
  { emittedAt, stampedAt }: { readonly emittedAt: string; readonly stampedAt: string },
  now: Date,
): boolean {
  const stamped = stampInstant(stampedAt).getTime();
  return stamped - HOUR_MS <= now.getTime() && stamped + HOUR_MS >= stampInstant(emittedAt).getTime();
}

/**
 * The emission date as of `now`. An issuer's clock may be an hour ahead of Mexico City's, so that an invoice of the first hour of
 * tomorrow was issued today. `emittedAt`: as written in the CFDI.
 */
export function emissionDate(
  { emittedAt, emittedOn }: { readonly emittedAt: string; readonly emittedOn: IsoDate },
  now: Date,
): IsoDate {
  const isAhead = stampInstant(emittedAt).getTime() - HOUR_MS <= now.getTime();
  const today = dateAt(now, MEXICO_CITY);
  return isAhead && emittedOn > today ? today : emittedOn;
}

export interface TaxFacts {
  readonly taxStatus: TaxStatus;
  readonly mayBeUnknown: boolean;
  /** Current rejection; null for an accepted or new invoice. */
  readonly motive: RejectionMotive | null;
}

/**
 * Why the tax authority's answer keeps an invoice from being financed; null when it does not. An earlier objection holds
 * until the authority reports the invoice as `vigente`; an inconclusive answer does not clear it.
 */
export function taxObjection({ taxStatus, mayBeUnknown, motive }: TaxFacts): RejectionMotive | null {
  if (taxStatus === 'cancelado') return 'CANCELLED_AT_TAX_AUTHORITY';
  if (taxStatus === 'cancelacion-en-proceso') return 'CANCELLATION_IN_PROGRESS';
  if (taxStatus === 'no-encontrado' && !mayBeUnknown) return 'UNKNOWN_AT_TAX_AUTHORITY';
  return taxStatus === 'vigente' ? null : (taxMotives.find((each) => each === motive) ?? null);
}

export const verificationOf = (status: TaxStatus): Verification => (status === 'vigente' ? 'verified' : 'pending');

/** Initial state of an invoice. */
export interface InitialState {
  readonly status: Extract<InvoiceStatusName, 'RECHAZADA' | 'REGISTRADO' | 'AUTORIZADA'>;
  readonly motive: RejectionMotive | null;
  readonly verification: Verification;
}

/** AUTORIZADA when the tax authority confirms it and its receiver is approved; REGISTRADO while either is pending. */
export function initialStateOf(facts: InvoiceFacts & TaxFacts, today: IsoDate): InitialState {
  const verification = verificationOf(facts.taxStatus);
  const motive = lenderObjection(facts, today) ?? taxObjection(facts);
  if (motive) return { status: 'RECHAZADA', motive, verification };
  const isSettled = verification === 'verified' && facts.receiverStatus === companyStatus.APPROVED;
  return { status: isSettled ? 'AUTORIZADA' : 'REGISTRADO', motive: null, verification };
}

/** Key of one part: without accents, width forms, spaces, signs and leading zeros, in capitals. */
function partKey(text: string): string {
  const capitals = text.normalize('NFKD').toUpperCase();
  return capitals.replace(/(?<!\d)0+(?=\d)/g, '').replace(/[^A-Z0-9]/g, '') || capitals;
}

/**
 * Series and folio as one text, equal for all their spellings, also if the series is written into the folio; null without
 * both. Look-alikes of one invoice must not be financed twice.
 */
export const numberKey = (series: string | null, folio: string | null): string | null =>
  series === null && folio === null ? null : [series, folio].map((part) => partKey(part ?? '')).join('');
