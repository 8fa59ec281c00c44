/** Transfers received at the bank, and the invoices that they pay. */
import { addDays, daysBetween, type IsoDate } from './calendar.ts';
import type { FinancedCurrency, Money } from './money.ts';
import { LATEST_OPERATION_DAYS } from './transfer-order.ts';

/**
 * 'conflicting': its tracking key counts already for other money. 'returned': the bank gave it back. 'refund': it gives back a transfer
 * of ours, so it is not new money.
 */
const receivedStates = ['received', 'booked', 'unidentified', 'conflicting', 'returned', 'refund'] as const;
export type ReceivedState = (typeof receivedStates)[number];

export const receivedSteps = {
  book: { from: ['received'], to: 'booked' },
  keep: { from: ['received'], to: 'unidentified' },
  object: { from: ['received'], to: 'conflicting' },
  refund: { from: ['received'], to: 'refund' },
  return: { from: ['received', 'booked', 'unidentified', 'conflicting', 'refund'], to: 'returned' },
} as const satisfies Readonly<Record<string, { readonly from: readonly ReceivedState[]; readonly to: ReceivedState }>>;
export type ReceivedStep = keyof typeof receivedSteps;

/**
 * The value date of received money: the day on which the bank took it. From 18:00 on and on days when banks are closed SPEI's operation
 * day is later, which is no fault of the payer. An instant that cannot belong to the operation day is not believed.
 */
export function valueDateOf(operationDay: IsoDate, settledOn: IsoDate | null): IsoDate {
  if (settledOn === null) return operationDay;
  const early = daysBetween(settledOn, operationDay);
  return early >= 0 && early <= LATEST_OPERATION_DAYS ? settledOn : operationDay;
}

interface OwedInvoice {
  readonly documentId: string;
  readonly owed: Money<FinancedCurrency>;
}

/**
 * The invoices of a payer that its transfer pays: the only one of exactly this amount, and otherwise all of them, of which those due
 * first are paid first.
 */
export function paidBy(amount: Money<FinancedCurrency>, invoices: readonly OwedInvoice[]): readonly string[] {
  const exact = invoices.filter(({ owed }) => owed.cents === amount.cents && owed.currency === amount.currency);
  return (exact.length === 1 ? exact : invoices).map(({ documentId }) => documentId);
}

/** The only invoice of exactly this amount among those that wait for their deposit; null if there is none or several. */
export function soldOf(amount: Money<FinancedCurrency>, sold: readonly OwedInvoice[]): string | null {
  const exact = sold.filter(({ owed }) => owed.cents === amount.cents && owed.currency === amount.currency);
  return exact.length === 1 ? (exact[0]?.documentId ?? null) : null;
}

/** Days within which the same amount of the same payer is a double payment rather than the next one. */
const DOUBLE_WITHIN_DAYS = 7;

/** First and last value date of transfers that one of a value date may repeat. */
export const daysOfDouble = (valueDate: IsoDate): readonly [IsoDate, IsoDate] => [
  addDays(valueDate, -DOUBLE_WITHIN_DAYS),
  addDays(valueDate, DOUBLE_WITHIN_DAYS),
];

/** Whether money repeats an amount that its payer has just paid, and no invoice owes exactly that. */
export const isDouble = (
  amount: Money<FinancedCurrency>,
  invoices: readonly OwedInvoice[],
  justPaid: readonly Money<FinancedCurrency>[],
): boolean => {
  const isSame = (other: Money<FinancedCurrency>): boolean =>
    other.cents === amount.cents && other.currency === amount.currency;
  return justPaid.some(isSame) && !invoices.some(({ owed }) => isSame(owed));
};

const REFERENCES = /(?<![A-Z0-9])AN\d{12}(?!\d)/;

/** The text in the form of a payment reference within what a payer wrote; null without one. */
export const referenceWithin = (text: string): string | null => REFERENCES.exec(text.toUpperCase())?.[0] ?? null;
