import { type BookFileKind, downloadBookFile, downloadBookPackage, getBookMonth } from '@anticipa/contract/accountant';
import { closeBooks, getBookClose, getClosedMonth, printClosedMonth } from '@anticipa/contract/book-close';
import {
  exportBookLines,
  exportTrialBalance,
  getBookEntry,
  getTrialBalance,
  listBookLines,
} from '@anticipa/contract/books';
import {
  listManualEntries,
  previewManualEntry,
  proposeManualEntry,
  proposeManualReversal,
} from '@anticipa/contract/manual-entries';
import type { BodyOf, SentBodyOf, SentQueryOf } from '@anticipa/contract/route';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callForFile, newUuid } from '../../lib/api-client.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useChange } from '../../lib/use-change.ts';

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

export const closeQuery = queryOptions({
  queryKey: ['books', 'close'],
  queryFn: ({ signal }) => call(getBookClose, { signal }),
});

export const closedMonthQuery = (month: string) =>
  queryOptions({
    queryKey: ['books', 'closed', month],
    queryFn: ({ signal }) => call(getClosedMonth, { params: { month }, signal }),
  });

export const printClose = (month: string) => callForFile(printClosedMonth, { params: { month } });

export const useClose = () =>
  useChange([['books']], (body: BodyOf<typeof closeBooks>) => call(closeBooks, { body, idempotencyKey: newUuid() }));

export const manualQuery = queryOptions({
  queryKey: ['books', 'manual'],
  queryFn: ({ signal }) => call(listManualEntries, { signal }),
});

export const manualPreviewQuery = (body: SentBodyOf<typeof previewManualEntry>) =>
  queryOptions({
    queryKey: ['books', 'manual', 'preview', body],
    queryFn: ({ signal }) => call(previewManualEntry, { body, signal }),
    retry: false,
  });

export const useProposeManual = () =>
  useChange([['books', 'manual'], ['proposals']], (body: SentBodyOf<typeof proposeManualEntry>) =>
    call(proposeManualEntry, { body, idempotencyKey: newUuid() }),
  );

export const useReverseManual = (manualId: string) =>
  useChange([['books', 'manual'], ['proposals']], (body: BodyOf<typeof proposeManualReversal>) =>
    call(proposeManualReversal, { params: { manualId }, body, idempotencyKey: newUuid() }),
  );

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
