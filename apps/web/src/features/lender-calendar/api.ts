import { fetchExchangeRate, getLenderCalendar, publishRate, setHoliday } from '@anticipa/contract/lender-calendar';
import type { SentBodyOf } from '@anticipa/contract/route';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { useChange } from '../../lib/use-change.ts';

/** Milliseconds between readings: operators receive no events. */
const POLL_MS = 60_000;

export const lenderCalendarQuery = queryOptions({
  queryKey: ['lender-calendar'],
  queryFn: async ({ signal }) => (await call(getLenderCalendar, { signal })).data,
  refetchInterval: POLL_MS,
});

const stale = [lenderCalendarQuery.queryKey];

export const useSetHoliday = () =>
  useChange(stale, (body: SentBodyOf<typeof setHoliday>) => call(setHoliday, { body }));

export const usePublishRate = () =>
  useChange(stale, (body: SentBodyOf<typeof publishRate>) => call(publishRate, { body }));

export const useFetchRate = () => useChange(stale, () => call(fetchExchangeRate, { body: {} }));
