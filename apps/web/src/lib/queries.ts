/**
 * Data that several features show, fetched once into one cache. Keys start with the noun of the live event that makes
 * them stale.
 */
import { getCreditInformation } from '@anticipa/contract/credit';
import { getHome } from '@anticipa/contract/home';
import type { ResponseOf } from '@anticipa/contract/route';
import { listPreparedSales } from '@anticipa/contract/to-accept';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from './api-client.ts';
import { type OpenList, readOpenInvoices, readSomeOpenInvoices, withChanged } from './open-invoices.ts';

/** Today's products, lines, exchange rate and calendar. */
export const creditQuery = queryOptions({
  queryKey: ['credit', 'information'],
  queryFn: ({ signal }) => call(getCreditInformation, { query: {}, signal }),
});

export type HomeFigures = ResponseOf<typeof getHome>;
export type OverdueFigures = HomeFigures['overdue'][number];

/** Amounts that are due, can be received today or are on their way. Any live event makes it stale. */
export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => call(getHome, { signal }),
});

/** The sales of the client that wait for a person to accept them, and the people who accept. */
export const preparedSalesQuery = queryOptions({
  queryKey: ['sales', 'prepared'],
  queryFn: ({ signal }) => call(listPreparedSales, { signal }),
});

/** The invoices outside a sale: sellable ones, and rejected ones with their motive. */
export const openInvoicesQuery = queryOptions({
  queryKey: ['invoices', 'open'],
  queryFn: ({ client, queryKey, signal }) => readOpenInvoices(client.getQueryData<OpenList>(queryKey), signal),
  select: ({ invoices }) => invoices,
});

/** Above this, reading the whole list costs less. */
const MAX_PATCHED = 600;

/**
 * Reads the changed ones among the cached open invoices. False if the whole list must be read instead: it is not cached
 * or being read, or was read meanwhile.
 */
export async function patchOpenInvoices(queries: QueryClient, changed: readonly string[]): Promise<boolean> {
  const { queryKey } = openInvoicesQuery;
  const before = queries.getQueryState(queryKey);
  if (!before?.data || before.isInvalidated || before.fetchStatus !== 'idle' || changed.length > MAX_PATCHED)
    return false;
  try {
    const open = await readSomeOpenInvoices(changed);
    if (queries.getQueryState(queryKey) !== before) return false;
    queries.setQueryData(queryKey, withChanged(before.data, changed, open));
    return true;
  } catch {
    return false;
  }
}
