/** Values from the query of an address of the desk. */
import { type AdjustmentKind, adjustmentKinds } from '@anticipa/domain/adjustment';
import { parseDate } from '@anticipa/domain/calendar';
import { type BookAccount, bookAccounts } from '@anticipa/domain/chart';
import { type FinancedCurrency, financedCurrencies } from '@anticipa/domain/money';
import { oneOf } from './search.ts';

export interface DaysSearch {
  readonly desde?: string;
  readonly hasta?: string;
  /** The last day whose records count. */
  readonly conocido?: string;
  readonly moneda?: FinancedCurrency;
  /** An account of the books. */
  readonly cuenta?: BookAccount;
}

/** The days, the currency and the account of figures from the journal. */
export function daysSearch({ desde, hasta, conocido, moneda, cuenta }: Record<string, unknown>): DaysSearch {
  const isDay = (value: unknown): value is string => typeof value === 'string' && parseDate(value) !== null;
  const currency = oneOf(financedCurrencies, moneda);
  const account = oneOf(bookAccounts, cuenta);
  return {
    ...(isDay(desde) && { desde }),
    ...(isDay(hasta) && { hasta }),
    ...(isDay(conocido) && { conocido }),
    ...(currency && { moneda: currency }),
    ...(account && { cuenta: account }),
  };
}

/** The change of a bought invoice whose dialog its page opens with. */
export function adjustmentSearch({ ajuste }: Record<string, unknown>): { readonly ajuste?: AdjustmentKind } {
  const kind = oneOf(adjustmentKinds, ajuste);
  return kind ? { ajuste: kind } : {};
}

/** The queue of the desk's inbox; without it, the sales to answer. */
export function inboxSearch({ cola }: Record<string, unknown>): {
  readonly cola?: 'confirmation' | 'correction' | 'payout';
} {
  const queue = oneOf(['confirmation', 'correction', 'payout'], cola);
  return queue ? { cola: queue } : {};
}
