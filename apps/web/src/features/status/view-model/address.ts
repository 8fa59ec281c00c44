/** The address parameters of the status tables. Light imports only: the router loads this before sign-in. */
import type { FinancedCurrency } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import { oneOf, textIn } from '../../../lib/search.ts';

/** The names of the statuses in an address. */
const statusSlugs = ['pendientes', 'autorizadas', 'validacion', 'credito', 'rechazadas'] as const;
export type StatusSlug = (typeof statusSlugs)[number];

/** The parts of 'Rechazadas'; the first one is that of the last seven days. */
export const rejectedViews = ['recientes', 'anteriores', 'eliminadas'] as const;
export type RejectedView = (typeof rejectedViews)[number];

export interface StatusSearch {
  readonly producto?: ProductCode;
  /** The open table. */
  readonly estado?: StatusSlug;
  readonly moneda?: FinancedCurrency;
  readonly buscar?: string;
  readonly ver?: RejectedView;
}

/** [EST-02] Reads an address as a user may have typed it; invalid parts are dropped. */
export function statusSearch(search: Record<string, unknown>): StatusSearch {
  const producto = oneOf(['BI', 'FB'], search.producto);
  const estado = oneOf(statusSlugs, search.estado);
  const ver = oneOf(rejectedViews, search.ver);
  const moneda = oneOf(['MXN', 'USD'], search.moneda);
  const buscar = textIn(search.buscar);
  return {
    ...(producto ? { producto } : {}),
    ...(estado ? { estado } : {}),
    ...(estado && moneda ? { moneda } : {}),
    ...(estado && buscar ? { buscar } : {}),
    ...(estado === 'rechazadas' && ver ? { ver } : {}),
  };
}
