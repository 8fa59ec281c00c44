export type FetchedList =
  | { readonly kind: 'changed'; readonly bytes: Buffer; readonly lastModified: string | null }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'unavailable' };

/** Publication of the tax authority's list of article 69-B. */
export interface TaxpayerListPort {
  /** Fetches the list unless it is that of `lastModified`, a header of the last one. Never throws. */
  fetch(lastModified: string | null): Promise<FetchedList>;
}
