/**
 * Data that several features show, fetched once into one cache. Keys start with the noun of the live event that makes
 * them stale.
 */
import { getCreditInformation } from '@anticipa/contract/credit';
import { listInvoices } from '@anticipa/contract/invoices';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api-client.ts';

/** Today's products, lines, exchange rate and calendar. */
export const creditQuery = queryOptions({
  queryKey: ['credit', 'information'],
  queryFn: ({ signal }) => call(getCreditInformation, { signal }),
});

const open = [invoiceStatus.AUTORIZADA, invoiceStatus.REGISTRADO, invoiceStatus.RECHAZADA];

/** The invoices outside a sale: sellable ones, and rejected ones with their motive. */
export const openInvoicesQuery = queryOptions({
  queryKey: ['invoices', 'open'],
  queryFn: async ({ signal }) => (await call(listInvoices, { query: { status: open.join(',') }, signal })).data,
});
