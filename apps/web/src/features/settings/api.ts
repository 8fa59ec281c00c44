import type { SentBodyOf } from '@anticipa/contract/route';
import { changeSetting, getSettings } from '@anticipa/contract/settings';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, newUuid } from '../../lib/api-client.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => (await call(getSettings, { signal })).settings,
});

export const useChangeSetting = () => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: SentBodyOf<typeof changeSetting>) => call(changeSetting, { body, idempotencyKey: newUuid() }),
    onSuccess: ({ settings }) => queries.setQueryData(settingsQuery.queryKey, settings),
  });
};
