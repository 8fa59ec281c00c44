import { type Alert, closeAlert, listAlerts } from '@anticipa/contract/alerts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/** Milliseconds between readings: operators receive no events. */
const POLL_MS = 30_000;

export const alertsQuery = (state: 'open' | 'closed') =>
  queryOptions({
    queryKey: ['alerts', state],
    queryFn: async ({ signal }) => (await call(listAlerts, { query: { state }, signal })).data,
    refetchInterval: POLL_MS,
  });

export function useCloseAlert() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Alert) => call(closeAlert, { params: { alertId: id }, body: {} }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['alerts'] }),
  });
}
