import { getSetup } from '@anticipa/contract/settings';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/** Read anew with each screen that shows it, and once a minute: others do some of the steps. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: async ({ signal }) => (await call(getSetup, { signal })).data,
  refetchInterval: ({ state }) => (state.data?.length === 0 ? false : 60_000),
  refetchOnMount: 'always',
});
