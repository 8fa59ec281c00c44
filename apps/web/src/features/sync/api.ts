import type { SentBodyOf } from '@anticipa/contract/route';
import { clientCredentials, getTaxpayer, validateCredentials } from '@anticipa/contract/sync';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { checkSession, useUser } from '../../lib/session.ts';

/** Whether the password of the client at the tax authority still works. */
export const taxpayerQuery = (rfc: string) =>
  queryOptions({
    queryKey: ['session', 'taxpayer', rfc],
    queryFn: async ({ signal }) => (await call(getTaxpayer, { params: { rfc }, signal })).data,
  });

/** Checks the password, which can take half a minute. */
export function useCheckPassword() {
  const { client } = useUser();
  return useMutation({
    mutationFn: (password: string) => call(validateCredentials, { body: { username: client?.rfc ?? '', password } }),
    // Keeps no password in the cache.
    gcTime: 0,
  });
}

/** Connects or disconnects the client; the user's own data say which afterwards. */
export function useChangeSync() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: SentBodyOf<typeof clientCredentials>) => {
      await call(clientCredentials, { body });
      await checkSession();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['session', 'taxpayer'] }),
  });
}
