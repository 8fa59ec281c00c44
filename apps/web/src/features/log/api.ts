import type { ExportFormat } from '@anticipa/contract/exports';
import { exportLog, listLog } from '@anticipa/contract/log';
import type { SentQueryOf } from '@anticipa/contract/route';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call, callForFile } from '../../lib/api-client.ts';

export type LogFilter = Omit<NonNullable<SentQueryOf<typeof listLog>>, 'before'>;

/** The log, a page at a time, the newest on top. */
export const logQuery = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: ['log', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listLog, { query: { ...filter, ...(pageParam && { before: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

export const downloadLog = (filter: LogFilter, format: ExportFormat) =>
  callForFile(exportLog, { query: { ...filter, format } });
