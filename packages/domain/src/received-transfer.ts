/** Transfers received at the bank, and the invoices that they pay. */
import type { FinancedCurrency, Money } from './money.ts';

/** 'conflicting': its tracking key counts already for other money. 'returned': the bank gave it back. */
const receivedStates = ['received', 'booked', 'unidentified', 'conflicting', 'returned'] as const;
export type ReceivedState = (typeof receivedStates)[number];

export const receivedSteps = {
  book: { from: ['received'], to: 'booked' },
  keep: { from: ['received'], to: 'unidentified' },
  object: { from: ['received'], to: 'conflicting' },
  return: { from: ['received', 'booked', 'unidentified', 'conflicting'], to: 'returned' },
} as const satisfies Readonly<Record<string, { readonly from: readonly ReceivedState[]; readonly to: ReceivedState }>>;
export type ReceivedStep = keyof typeof receivedSteps;

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

const REFERENCES = /(?<![A-Z0-9])AN\d{12}(?!\d)/;

/** The text in the form of a payment reference within what a payer wrote; null without one. */
export const referenceWithin = (text: string): string | null => REFERENCES.exec(text.toUpperCase())?.[0] ?? null;
