/** Sales of a played history, and their endings. */
import type { FinancedCurrency } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import type { Terms } from './life.ts';

export interface Paid {
  readonly kind: 'paid';
  /** In per cent of the total, and in days from the due date. The last of several pays the rest. */
  readonly payments: readonly (readonly [share: number, days: number])[];
  /** Each payment is registered this many days after its value date. Defaults to 0. */
  readonly delay?: number;
  /** Whether an operator closes the shortfall after the first payment. */
  readonly isClosed?: boolean;
}

/** One resold is withdrawn by the lender, then sold again and paid. */
export type Ending = Paid | { readonly kind: 'rejected' | 'withdrawn' | 'resold' };

const paid = (...payments: Paid['payments']): Paid => ({ kind: 'paid', payments });

/**
 * On time, late, early, short, in parts, over, registered late, also early ones after their month was closed, or in the wrong
 * order, left open, and not financed.
 */
export const endings: readonly Ending[] = [
  paid([100, 0]),
  paid([100, 12]),
  paid([100, -9]),
  { ...paid([100, -40]), delay: 20 },
  { ...paid([95, 0]), isClosed: true },
  { ...paid([82, 1], [18, 15]), isClosed: true },
  { kind: 'rejected' },
  paid([50, -3], [50, 10]),
  paid([103, 0]),
  { kind: 'withdrawn' },
  paid([60, 5], [40, 13]),
  paid([50, 18], [50, 2]),
  { ...paid([100, 4]), delay: 38 },
  { kind: 'resold' },
  paid([104, 21]),
  paid([40, 6]),
];

export const groups: readonly (readonly [ProductCode, FinancedCurrency])[] = [
  ['BI', 'MXN'],
  ['FB', 'MXN'],
  ['BI', 'USD'],
  ['FB', 'USD'],
];

export const termsOf: Readonly<Record<ProductCode, Terms>> = {
  BI: { interest: 24, advance: 90, moratory: 48, iva: 16, daysInYear: 360 },
  FB: { interest: 19, advance: 85, moratory: 48, iva: 16, daysInYear: 365 },
};
