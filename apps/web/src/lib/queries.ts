/**
 * Data that several features show, fetched once into one cache. Keys start with the noun of the live event that makes
 * them stale.
 */
import { getCreditInformation } from '@anticipa/contract/credit';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api-client.ts';
import { type OpenList, readOpenInvoices } from './open-invoices.ts';

/** Today's products, lines, exchange rate and calendar. */
export const creditQuery = queryOptions({
  queryKey: ['credit', 'information'],
  queryFn: ({ signal }) => call(getCreditInformation, { signal }),
});

/** The invoices outside a sale: sellable ones, and rejected ones with their motive. */
export const openInvoicesQuery = queryOptions({
  queryKey: ['invoices', 'open'],
  queryFn: ({ client, queryKey, signal }) => readOpenInvoices(client.getQueryData<OpenList>(queryKey), signal),
  select: ({ invoices }) => invoices,
});
