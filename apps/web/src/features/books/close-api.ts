import { closeBooks, getBookClose, getClosedMonth, printClosedMonth } from '@anticipa/contract/book-close';
import {
  listManualEntries,
  previewManualEntry,
  proposeManualEntry,
  proposeManualReversal,
} from '@anticipa/contract/manual-entries';
import type { BodyOf, SentBodyOf } from '@anticipa/contract/route';
import { queryOptions } from '@tanstack/react-query';
import { call, callForFile, newUuid } from '../../lib/api-client.ts';
import { useChange } from '../../lib/use-change.ts';

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
