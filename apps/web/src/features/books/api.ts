import { type BookFileKind, downloadBookFile, downloadBookPackage, getBookMonth } from '@anticipa/contract/accountant';
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
import { saveFile } from '../../lib/save-file.ts';

export type BalanceFilter = SentQueryOf<typeof getTrialBalance>;
export type LinesFilter = Omit<SentQueryOf<typeof listBookLines>, 'after'>;

export const trialBalanceQuery = (query: BalanceFilter) =>
  queryOptions({
    queryKey: ['books', 'balance', query],
    queryFn: async ({ signal }) => (await call(getTrialBalance, { query, signal })).data,
    placeholderData: keepPreviousData,
  });

export const downloadBalance = async (query: SentQueryOf<typeof exportTrialBalance>) =>
  saveFile(await callForFile(exportTrialBalance, { query }));

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

export const downloadLines = async (query: SentQueryOf<typeof exportBookLines>) =>
  saveFile(await callForFile(exportBookLines, { query }));

export const entryQuery = (journal: string, entryNumber: number) =>
  queryOptions({
    queryKey: ['books', 'entry', journal, entryNumber],
    queryFn: async ({ signal }) =>
      (await call(getBookEntry, { params: { journal, entryNumber: String(entryNumber) }, signal })).data,
  });

/** Problems of a month's files for the accountant; the screens that end them are others, so that they are read each time. */
export const bookMonthQuery = (month: string) =>
  queryOptions({
    queryKey: ['books', 'month', month],
    queryFn: ({ signal }) => call(getBookMonth, { params: { month }, signal }),
    staleTime: 0,
  });

export const saveBookFile = async (month: string, file: BookFileKind, query: SentQueryOf<typeof downloadBookFile>) =>
  saveFile(await callForFile(downloadBookFile, { params: { month, file }, query }));

export const saveBookPackage = async (month: string) =>
  saveFile(await callForFile(downloadBookPackage, { params: { month } }));
