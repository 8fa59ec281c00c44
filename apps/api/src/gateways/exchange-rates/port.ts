import type { IsoDate } from '@anticipa/domain/calendar';

/** `not-yet`: nothing is published for the day so far. `unavailable`: it is not configured, or there was no valid answer. */
export type FetchedRate =
  | { readonly kind: 'found'; readonly tipoCambio: string; readonly source: string }
  | { readonly kind: 'not-yet' }
  | { readonly kind: 'unavailable' };

/** Publisher of exchange rates. */
export interface ExchangeRatePort {
  /** The pesos per dollar of a day. Never throws. */
  fetch(day: IsoDate): Promise<FetchedRate>;
}
