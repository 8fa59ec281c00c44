import { getEstimate, listEstimated } from '@anticipa/contract/estimate';
import type { SentQueryOf } from '@anticipa/contract/route';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

export type EstimateFilter = Omit<SentQueryOf<typeof listEstimated>, 'after'>;

export const estimateQuery = (query: SentQueryOf<typeof getEstimate>) =>
  queryOptions({
    queryKey: ['estimate', query],
    queryFn: ({ signal }) => call(getEstimate, { query, signal }),
    placeholderData: keepPreviousData,
  });

/** Invoices of an estimate, in pages. */
export const estimatedQuery = (filter: EstimateFilter) =>
  infiniteQueryOptions({
    queryKey: ['estimate', 'invoices', filter],
    queryFn: ({ pageParam: after, signal }) =>
      call(listEstimated, { query: { ...filter, ...(after === '' ? {} : { after }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
