import { getOverview, listDepositedSales, listExposures } from '@anticipa/contract/lender-overview';
import type { SentQueryOf } from '@anticipa/contract/route';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/** Milliseconds between readings: operators receive no events. */
const POLL_MS = 60_000;

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => call(getOverview, { signal }),
  refetchInterval: POLL_MS,
});

export const exposuresQuery = (query: SentQueryOf<typeof listExposures>) =>
  queryOptions({
    queryKey: ['overview', 'exposures', query],
    queryFn: async ({ signal }) => (await call(listExposures, { query, signal })).data,
  });

export const depositedSalesQuery = (query: SentQueryOf<typeof listDepositedSales>) =>
  queryOptions({
    queryKey: ['overview', 'deposited', query],
    queryFn: async ({ signal }) => (await call(listDepositedSales, { query, signal })).data,
  });
