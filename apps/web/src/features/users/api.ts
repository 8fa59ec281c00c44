import { createUser, getClient, updateUser } from '@anticipa/contract/users';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import type { createBody, updateBody } from './view-model/form.ts';

/** The company's card with its people; an administrator sees everybody, anyone else only themselves. */
export const companyQuery = (rfc: string) =>
  queryOptions({
    queryKey: ['users', rfc],
    queryFn: async ({ signal }) => (await call(getClient, { params: { rfc }, signal })).data,
  });

export type Save =
  | { readonly userId: null; readonly body: ReturnType<typeof createBody>; readonly idempotencyKey: string }
  | { readonly userId: string; readonly body: ReturnType<typeof updateBody> };

/** Adds or changes a person. */
export function useSaveUser() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (save: Save) =>
      save.userId === null
        ? await call(createUser, { body: save.body, idempotencyKey: save.idempotencyKey })
        : await call(updateUser, { params: { userId: save.userId }, body: save.body }),
    // Also after a failure: the reason may be that somebody else was faster.
    onSettled: () => queries.invalidateQueries({ queryKey: ['users'] }),
  });
}
