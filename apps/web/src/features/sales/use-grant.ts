/** The signed-in person's right to sell, and who else has it. */
import { type FinancedCurrency, type Money, moneyOf } from '@anticipa/domain/money';
import { mayAccept, pesosOf } from '@anticipa/domain/sale-right';
import { useQuery } from '@tanstack/react-query';
import { preparedSalesQuery } from '../../lib/queries.ts';
import { useUser } from '../../lib/session.ts';
import type { Market } from './view-model/market.ts';
import type { Offer } from './view-model/offer.ts';

export interface OwnGrant {
  /** Face value in pesos; null with dollars and without a published rate. */
  readonly pesos: Money<'MXN'> | null;
  readonly mayAccept: boolean;
  /** The names of the others who may accept this amount. */
  readonly others: readonly string[];
}

/** Whether the person accepts these invoices alone, as the server decides it, and which others may. */
export function useOwnGrant(offers: readonly Offer[], { rate }: Market): OwnGrant {
  const user = useUser();
  const acceptors = useQuery(preparedSalesQuery).data?.acceptors ?? [];
  const totals: readonly Money<FinancedCurrency>[] = offers.flatMap(({ total }) => total ?? []);
  const pesos = pesosOf(totals, rate.published ? rate.pesosPerDollar : null);
  const own = `${user.firstName} ${user.lastName}`;
  return {
    pesos,
    mayAccept: mayAccept(user, pesos),
    others: acceptors
      .filter(({ name, acceptUpTo }) => name !== own && mayAccept({ saleRight: 'accept', acceptUpTo }, pesos))
      .map(({ name }) => name),
  };
}

/** The bound of the person in pesos; null without one. */
export function useOwnBound(): Money<'MXN'> | null {
  const { acceptUpTo } = useUser();
  return acceptUpTo === null ? null : moneyOf(acceptUpTo, 'MXN');
}
