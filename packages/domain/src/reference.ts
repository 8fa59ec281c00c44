/** Payment references: format, and which invoices may share one. */
import { addDays, type IsoDate } from './calendar.ts';
import type { ErrorCode, Failure } from './errors.ts';
import type { InvoiceStatusName } from './invoice.ts';
import type { FinancedCurrency } from './money.ts';
import type { ProductCode } from './product.ts';

const KIND: Record<FinancedCurrency, Record<ProductCode, string>> = {
  MXN: { BI: '11', FB: '12' },
  USD: { BI: '21', FB: '22' },
};
const REFERENCE = /^AN\d{12}$/;

/**
 * `AN` + 2 digits for currency and product + 8 digits of sequence + 2 ISO 7064 (MOD 97-10) check digits.
 * Throws RangeError for a `sequence` outside 1 to 99,999,999.
 */
export function makeReference(
  kind: { readonly currency: FinancedCurrency; readonly product: ProductCode },
  sequence: number,
): string {
  if (!Number.isInteger(sequence) || sequence < 1 || sequence > 99_999_999)
    throw new RangeError('reference sequence out of range');
  const digits = KIND[kind.currency][kind.product] + String(sequence).padStart(8, '0');
  const check = 98n - ((BigInt(digits) * 100n) % 97n);
  return `AN${digits}${String(check).padStart(2, '0')}`;
}

/** Whether the text has the format and correct check digits. */
export const isReference = (text: string): boolean => REFERENCE.test(text) && BigInt(text.slice(2)) % 97n === 1n;

export interface ReferenceCandidate {
  readonly id: string;
  readonly status: InvoiceStatusName;
  readonly currency: FinancedCurrency;
  /** Whether it is settled and the client still owes something for it. */
  readonly hasBalanceDue: boolean;
  readonly paymentReference: string | null;
  readonly paidAutomatically: boolean;
}

/** Why these invoices cannot share a new reference, or null: the first breach, with every invoice it concerns. */
export function referenceProblem(
  invoices: readonly ReferenceCandidate[],
): { code: ErrorCode; failures: Failure[] } | null {
  if (invoices.length === 0) return { code: 'REFERENCE_WITHOUT_INVOICES', failures: [] };
  // A balance due has a reference of its own.
  const isForBalance = invoices.length === 1 && invoices[0]?.hasBalanceDue === true;
  const breaches = [
    ['INVOICE_NOT_IN_CREDIT', (invoice: ReferenceCandidate) => invoice.status !== 'CREDITO' && !isForBalance],
    ['INVOICE_PAID_AUTOMATICALLY', (invoice: ReferenceCandidate) => invoice.paidAutomatically && !isForBalance],
    ['INVOICE_ALREADY_REFERENCED', (invoice: ReferenceCandidate) => invoice.paymentReference !== null],
    ['REFERENCE_MIXED_CURRENCIES', (invoice: ReferenceCandidate) => invoice.currency !== invoices[0]?.currency],
  ] as const;
  for (const [code, isBroken] of breaches) {
    const failures = invoices.filter(isBroken).map((invoice) => ({ path: invoice.id, code }));
    if (failures.length > 0) return { code, failures };
  }
  return null;
}

/** Maximum number of days ahead for the day of a payment. */
export const MAX_DAYS_TO_PAY = 90;

export const isPaymentDay = (day: IsoDate, today: IsoDate): boolean =>
  day >= today && day <= addDays(today, MAX_DAYS_TO_PAY);

/**
 * The last day on which a reference can be paid, whose late charges its amount includes: the chosen day of payment, or the
 * first due date if that is later.
 */
export function chargedUntil(dueDates: readonly IsoDate[], payOn: IsoDate): IsoDate {
  const [first = payOn] = dueDates.toSorted();
  return first > payOn ? first : payOn;
}

/** `pending` until it is paid, cancelled, or its last day has passed; an expired one covers no invoices any more. */
export const referenceStates = ['pending', 'paid', 'cancelled', 'expired'] as const;
export type ReferenceState = (typeof referenceStates)[number];

export function referenceState(
  { state, validUntil }: { readonly state: 'live' | 'paid' | 'cancelled' | 'expired'; readonly validUntil: IsoDate },
  today: IsoDate,
): ReferenceState {
  if (state !== 'live') return state;
  return validUntil < today ? 'expired' : 'pending';
}
