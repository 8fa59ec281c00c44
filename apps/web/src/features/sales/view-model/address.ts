/** The address parameters of the receivers on home. Light imports only: the router loads this before sign-in. */
import type { FinancedCurrency } from '@anticipa/domain/money';

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

const among = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((known) => known === value);

/** [TAB-06] Reads an address as a user may have typed it; invalid parts are dropped. */
export function tileSearch({ cliente, divisa, empresas, orden }: Record<string, unknown>): TileSearch {
  // The router parses a folio of digits alone as a number.
  const text = typeof cliente === 'string' || typeof cliente === 'number' ? String(cliente) : '';
  const currency = among(['MXN', 'USD'], divisa);
  const companies = among(['preaprobadas', 'otras'], empresas);
  const order = among(tileOrders, orden);
  return {
    ...(text ? { cliente: text } : {}),
    ...(currency ? { divisa: currency } : {}),
    ...(companies ? { empresas: companies } : {}),
    ...(order && order !== tileOrders[0] ? { orden: order } : {}),
  };
}
