/** The totals of a selection, for the summary of the sale. */
import { type FinancedCurrency, type Money, sum } from '@anticipa/domain/money';
import { totalPrice } from '@anticipa/domain/price';
import type { ProductCode } from '@anticipa/domain/product';
import { rebatePerDay } from '@anticipa/domain/settlement';
import type { Group } from './selection.ts';

export interface GroupTotals {
  readonly product: ProductCode;
  readonly currency: FinancedCurrency;
  /** The invoices that have a price; the totals are theirs. */
  readonly count: number;
  /** Invoices that still need a valid date. */
  readonly unpriced: number;
  readonly totals: ReturnType<typeof totalPrice<FinancedCurrency>>;
  /** The effective annual costs of its invoices, the lowest and the highest; empty if they are meaningless. */
  readonly annualCosts: readonly string[];
  /** Rebate for each day of early payment; zero without one. */
  readonly rebatePerDay: Money<FinancedCurrency>;
}

export const totalsOf = (groups: readonly Group[]): readonly GroupTotals[] =>
  groups.map(({ product, currency, offers }) => {
    const prices = offers.map(({ price }) => price).filter((price) => price !== null);
    return {
      product,
      currency,
      count: prices.length,
      unpriced: offers.length - prices.length,
      totals: totalPrice(currency, prices),
      annualCosts: lowestAndHighest(offers.map(({ annualCost }) => annualCost)),
      rebatePerDay: sum(
        currency,
        offers.flatMap(({ line, price }) => (line?.hasRebate && price ? [rebatePerDay(price)] : [])),
      ),
    };
  });

/** Ends of the range of costs, as decimals; one if they are equal. */
export function lowestAndHighest(costs: readonly (string | null)[]): readonly string[] {
  const sorted = costs.filter((cost) => cost !== null).toSorted((a, b) => Number(a) - Number(b));
  return [...new Set([sorted.at(0), sorted.at(-1)])].filter((cost) => cost !== undefined);
}
