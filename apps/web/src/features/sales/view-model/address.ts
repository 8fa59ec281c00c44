/** The address parameters of the receivers on home. Light imports only: the router loads this before sign-in. */
import type { FinancedCurrency } from '@anticipa/domain/money';
import { oneOf, textIn } from '../../../lib/search.ts';

export const tileOrders = ['importe', 'nombre', 'facturas'] as const;
export type TileOrder = (typeof tileOrders)[number];

export interface TileSearch {
  /** Part of a receiver's name or tax id, or of a folio. */
  readonly cliente?: string;
  readonly divisa?: FinancedCurrency;
  /** Whether the lender has approved the receiver. */
  readonly empresas?: 'preaprobadas' | 'otras';
  /** Largest first by default. */
  readonly orden?: TileOrder;
}

/** [TAB-06] Reads an address as a user may have typed it; invalid parts are dropped. */
export function tileSearch({ cliente, divisa, empresas, orden }: Record<string, unknown>): TileSearch {
  const text = textIn(cliente);
  const currency = oneOf(['MXN', 'USD'], divisa);
  const companies = oneOf(['preaprobadas', 'otras'], empresas);
  const order = oneOf(tileOrders, orden);
  return {
    ...(text ? { cliente: text } : {}),
    ...(currency ? { divisa: currency } : {}),
    ...(companies ? { empresas: companies } : {}),
    ...(order && order !== tileOrders[0] ? { orden: order } : {}),
  };
}
