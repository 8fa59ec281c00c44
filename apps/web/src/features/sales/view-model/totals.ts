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
  /** Those that still need a valid date. */
  readonly unpriced: number;
  readonly totals: ReturnType<typeof totalPrice<FinancedCurrency>>;
  /** What each day of early payment gives back; zero without a rebate. */
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
      rebatePerDay: sum(
        currency,
        offers.flatMap(({ line, price }) => (line?.hasRebate && price ? [rebatePerDay(price)] : [])),
      ),
    };
  });
