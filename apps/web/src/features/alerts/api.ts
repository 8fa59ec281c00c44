import { closeAlert, listAlerts } from '@anticipa/contract/alerts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { useChange } from '../../lib/use-change.ts';

/** Milliseconds between readings: operators receive no events. */
const POLL_MS = 30_000;

export const alertsQuery = (state: 'open' | 'closed') =>
  queryOptions({
    queryKey: ['alerts', state],
    queryFn: async ({ signal }) => (await call(listAlerts, { query: { state }, signal })).data,
    refetchInterval: POLL_MS,
  });

const stale = [['alerts'], ['approvals']];

export const useCloseAlert = () =>
  useChange(stale, ({ id, reason }: { readonly id: string; readonly reason?: string }) =>
    call(closeAlert, { params: { alertId: id }, body: reason === undefined ? {} : { reason } }),
  );
