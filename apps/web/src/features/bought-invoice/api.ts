import { getBoughtInvoice } from '@anticipa/contract/bought-invoice';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/** Milliseconds between readings: operators receive no events. */
const POLL_MS = 15_000;

/** Read again with the portfolio, whose changes are changes of an invoice. */
export const boughtInvoiceQuery = (documentId: string) =>
  queryOptions({
    queryKey: ['portfolio', 'invoice', documentId],
    queryFn: ({ signal }) => call(getBoughtInvoice, { params: { documentId }, signal }),
    refetchInterval: POLL_MS,
  });
