import { type FigureWithRows, getToday, listTodayRows } from '@anticipa/contract/today';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/** Milliseconds between readings: operators receive no events. */
const POLL_MS = 20_000;

/** Read by the desk's menu too, and again after each change. */
export const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: ({ signal }) => call(getToday, { signal }),
  refetchInterval: POLL_MS,
});

export const todayRowsQuery = (figure: FigureWithRows) =>
  queryOptions({
    queryKey: ['today', figure],
    queryFn: async ({ signal }) => (await call(listTodayRows, { params: { figure }, signal })).data,
    refetchInterval: POLL_MS,
  });
