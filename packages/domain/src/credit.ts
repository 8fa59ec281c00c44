/** Credit lines: what is available, what a sale takes, and which line an invoice draws on. */
import type { IsoDate } from './calendar.ts';
import { convert, type FinancedCurrency, type Money, money, subtract } from './money.ts';
import type { PriceTerms } from './price.ts';
import type { ProductCode } from './product.ts';
import { inverse, type Ratio, ratioOf } from './ratio.ts';

/** Pesos per dollar, for display only when no rate is published. Source: specification, business constants. */
const REFERENCE_EXCHANGE_RATE = '19';

export interface CreditLine<C extends FinancedCurrency = FinancedCurrency> extends PriceTerms {
  readonly product: ProductCode;
  readonly currency: C;
  readonly limit: Money<C>;
  /** Outstanding advances of invoices in CREDITO. */
  readonly used: Money<C>;
  /** Advances of invoices in PREVENTA. */
  readonly held: Money<C>;
  /** Whether invoices in the other currency draw on this line when their currency has none. */
  readonly isMultiCurrency: boolean;
  /** The last day of new sales on the line; null: without end. */
  readonly validUntil: IsoDate | null;
}

/** Whether an invoice has a line, and whether the line takes new sales. */
export type LineState = 'none' | 'ended' | 'open';

export function lineStateOf(line: Pick<CreditLine, 'validUntil'> | null, today: IsoDate): LineState {
  if (line === null) return 'none';
  return line.validUntil !== null && line.validUntil < today ? 'ended' : 'open';
}

/** The desk shows lines this many days before and after they end. */
export const LINE_END_DAYS = 30;

/** limit − used − held; negative when the limit was lowered below current use. */
export const availableOf = <C extends FinancedCurrency>(line: CreditLine<C>): Money<C> =>
  subtract(subtract(line.limit, line.used), line.held);

/** Amount that a sale counts against the line: the advance if positive, otherwise the total. */
export const exposureOf = <C extends FinancedCurrency>(price: {
  readonly advance: Money<C>;
  readonly total: Money<C>;
}): Money<C> => (price.advance.cents > 0n ? price.advance : price.total);

/** Pesos per dollar: the lender's published rate for the day, or the reference rate. */
export interface PublishedRate {
  readonly pesosPerDollar: string;
  /** False for the reference rate, which must never convert a sale. */
  readonly published: boolean;
}

/** The rate to display: the published one, or 19 marked as unpublished. */
export const rateToShow = (pesosPerDollar: string | null): PublishedRate =>
  pesosPerDollar === null
    ? { pesosPerDollar: REFERENCE_EXCHANGE_RATE, published: false }
    : { pesosPerDollar, published: true };

export function exchange<C extends FinancedCurrency>(
  amount: Money<FinancedCurrency>,
  to: C,
  pesosPerDollar: string,
): Money<C> {
  return amount.currency === to
    ? money(amount.cents, to)
    : convert(amount, to, rateFrom(amount.currency, pesosPerDollar));
}

/** Units of the other currency per unit of `from`. */
function rateFrom(from: FinancedCurrency, pesosPerDollar: string): Ratio {
  const rate = ratioOf(pesosPerDollar);
  return from === 'USD' ? rate : inverse(rate);
}

/**
 * The line an invoice draws on: the product's line in the invoice's currency, else a multi-currency line of the same
 * product. Null when there is none: the invoice cannot be selected.
 */
export function lineFor<
  L extends { readonly product: ProductCode; readonly currency: FinancedCurrency; readonly isMultiCurrency: boolean },
>(lines: readonly L[], wanted: { readonly product: ProductCode; readonly currency: FinancedCurrency }): L | null {
  const ofProduct = lines.filter((line) => line.product === wanted.product);
  return (
    ofProduct.find((line) => line.currency === wanted.currency) ??
    ofProduct.find((line) => line.isMultiCurrency) ??
    null
  );
}

/** State of a credit bar: per cent left (0 to 100) and its level, `low` at 15 % or less, `overdraft` at 0 or less. */
export interface CreditBar {
  readonly percent: number;
  readonly level: 'enough' | 'low' | 'overdraft';
}

/** The bar of an available amount against its limit. Source: specification, business constants. */
export function creditBar(available: Money<FinancedCurrency>, limit: Money<FinancedCurrency>): CreditBar {
  if (available.cents <= 0n || limit.cents <= 0n) return { percent: 0, level: 'overdraft' };
  const low = available.cents * 100n <= limit.cents * 15n;
  const percent = Number((available.cents * 10000n) / limit.cents) / 100;
  return { percent: Math.min(percent, 100), level: low ? 'low' : 'enough' };
}

/** A selected invoice with the amount it takes from its line, in that line's currency. */
export interface Draw {
  readonly id: string;
  readonly lineId: string;
  readonly amount: Money<FinancedCurrency>;
}

/**
 * Finds the draws that exceed their line, and the credit that the others leave. Draws are served in the order given, so
 * the result is deterministic.
 */
export function fitSelection(draws: readonly Draw[], available: ReadonlyMap<string, Money<FinancedCurrency>>) {
  const left = new Map(available);
  const exceeds: string[] = [];
  for (const draw of draws) {
    const rest = left.get(draw.lineId);
    const after = rest && subtract(rest, draw.amount);
    if (after && after.cents >= 0n) left.set(draw.lineId, after);
    else exceeds.push(draw.id);
  }
  return { exceeds, left };
}

/** Owner of the document that secures a credit. Clients sell their own invoices. */
export const guaranteeOwnership = { OWN: 10, EXTERNAL: 20 } as const;
export const documentType = { INVOICE: 1, PURCHASE_ORDER: 2 } as const;
