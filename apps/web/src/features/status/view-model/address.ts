/** What of the status tables stands in the address bar. Without imports of weight: the router loads it before sign-in. */
import type { FinancedCurrency } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';

/** How an address names a status. */
const statusSlugs = ['pendientes', 'autorizadas', 'validacion', 'credito', 'rechazadas'] as const;
export type StatusSlug = (typeof statusSlugs)[number];

export interface StatusSearch {
  readonly producto?: ProductCode;
  /** The table that is open. */
  readonly estado?: StatusSlug;
  readonly moneda?: FinancedCurrency;
  readonly buscar?: string;
}

const among = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((known) => known === value);

/** [EST-02] Reads an address as somebody may have typed it; what it does not know is left out. */
export function statusSearch(search: Record<string, unknown>): StatusSearch {
  const producto = among(['BI', 'FB'], search.producto);
  const estado = among(statusSlugs, search.estado);
  const moneda = among(['MXN', 'USD'], search.moneda);
  // A folio of digits alone arrives as a number.
  const buscar = typeof search.buscar === 'string' || typeof search.buscar === 'number' ? String(search.buscar) : '';
  return {
    ...(producto ? { producto } : {}),
    ...(estado ? { estado } : {}),
    ...(estado && moneda ? { moneda } : {}),
    ...(estado && buscar ? { buscar } : {}),
  };
}
