import { fetchExchangeRate, getLenderCalendar, publishRate, setHoliday } from '@anticipa/contract/lender-calendar';
import type { SentBodyOf } from '@anticipa/contract/route';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/** Milliseconds between readings: operators receive no events. */
const POLL_MS = 60_000;

export const lenderCalendarQuery = queryOptions({
  queryKey: ['lender-calendar'],
  queryFn: async ({ signal }) => (await call(getLenderCalendar, { signal })).data,
  refetchInterval: POLL_MS,
});

function useChange<V, R>(change: (value: V) => Promise<R>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: lenderCalendarQuery.queryKey }),
  });
}

export const useSetHoliday = () => useChange((body: SentBodyOf<typeof setHoliday>) => call(setHoliday, { body }));

export const usePublishRate = () => useChange((body: SentBodyOf<typeof publishRate>) => call(publishRate, { body }));

export const useFetchRate = () => useChange(() => call(fetchExchangeRate, { body: {} }));
