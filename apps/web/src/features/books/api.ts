import {
  exportBookLines,
  exportTrialBalance,
  getBookEntry,
  getTrialBalance,
  listBookLines,
} from '@anticipa/contract/books';
import type { SentQueryOf } from '@anticipa/contract/route';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callForFile } from '../../lib/api-client.ts';

export type BalanceFilter = SentQueryOf<typeof getTrialBalance>;
export type LinesFilter = Omit<SentQueryOf<typeof listBookLines>, 'after'>;

export const trialBalanceQuery = (query: BalanceFilter) =>
  queryOptions({
    queryKey: ['books', 'balance', query],
    queryFn: async ({ signal }) => (await call(getTrialBalance, { query, signal })).data,
    placeholderData: keepPreviousData,
  });

export const downloadBalance = (query: SentQueryOf<typeof exportTrialBalance>) =>
  callForFile(exportTrialBalance, { query });

/** Lines of the journals, in pages. */
export const linesQuery = (filter: LinesFilter) =>
  infiniteQueryOptions({
    queryKey: ['books', 'lines', filter],
    queryFn: ({ pageParam: after, signal }) =>
      call(listBookLines, { query: { ...filter, ...(after === '' ? {} : { after }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

export const downloadLines = (query: SentQueryOf<typeof exportBookLines>) => callForFile(exportBookLines, { query });

export const entryQuery = (journal: string, entryNumber: number) =>
  queryOptions({
    queryKey: ['books', 'entry', journal, entryNumber],
    queryFn: async ({ signal }) =>
      (await call(getBookEntry, { params: { journal, entryNumber: String(entryNumber) }, signal })).data,
  });
