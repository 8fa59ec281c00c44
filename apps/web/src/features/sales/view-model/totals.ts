/** The totals of a selection, for the summary of the sale. */
import { type FinancedCurrency, type Money, sum } from '@anticipa/domain/money';
import { totalPrice } from '@anticipa/domain/price';
import type { ProductCode } from '@anticipa/domain/product';
import { rebatePerDay } from '@anticipa/domain/settlement';
import type { Group } from './selection.ts';

export interface GroupTotals {
  readonly product: ProductCode;
  readonly currency: FinancedCurrency;
  readonly count: number;
  readonly totals: ReturnType<typeof totalPrice<FinancedCurrency>>;
  /** What each day of early payment gives back; zero without a rebate. */
  readonly rebatePerDay: Money<FinancedCurrency>;
}

export const totalsOf = (groups: readonly Group[]): readonly GroupTotals[] =>
  groups.map(({ product, currency, offers }) => ({
    product,
    currency,
    count: offers.length,
    totals: totalPrice(
      currency,
      offers.map(({ price }) => price).filter((price) => price !== null),
    ),
    rebatePerDay: sum(
      currency,
      offers.flatMap(({ line, price }) => (line?.hasRebate && price ? [rebatePerDay(price)] : [])),
    ),
  }));
