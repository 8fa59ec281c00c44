import { listSystems, type RetriedSystem, retrySystem } from '@anticipa/contract/systems';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/** Polling interval in milliseconds: operators receive no events. */
const POLL_MS = 15_000;

export const systemsQuery = queryOptions({
  queryKey: ['systems'],
  queryFn: async ({ signal }) => (await call(listSystems, { signal })).data,
  refetchInterval: POLL_MS,
});

export const retry = (system: RetriedSystem) => call(retrySystem, { params: { system }, body: {} });
