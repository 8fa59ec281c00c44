import { createApiKey, listApiKeys, revokeApiKey } from '@anticipa/contract/api-keys';
import type { SentBodyOf } from '@anticipa/contract/route';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { useChange } from '../../lib/use-change.ts';

export const keysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => call(listApiKeys, { signal }),
});

const stale = [keysQuery.queryKey];

/** Makes a key; the answer is the only place of it. */
export const useCreateKey = () =>
  useChange(stale, (body: SentBodyOf<typeof createApiKey>) => call(createApiKey, { body }));

export const useRevokeKey = () =>
  useChange(stale, (keyId: string) => call(revokeApiKey, { params: { keyId }, body: {} }));
