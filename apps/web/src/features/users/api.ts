import type { SentBodyOf } from '@anticipa/contract/route';
import { clearPersonFactor, createUser, getClient, updateUser } from '@anticipa/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { once } from '../../lib/once.ts';
import { useChange } from '../../lib/use-change.ts';
import type { UserBody, updateBody } from './view-model/form.ts';

/** The company's card with its users; an administrator sees all of them, other users only themselves. */
export const companyQuery = (rfc: string) =>
  queryOptions({
    queryKey: ['users', rfc],
    queryFn: async ({ signal }) => (await call(getClient, { params: { rfc }, signal })).data,
  });

type Save =
  | { readonly userId: null; readonly body: UserBody }
  | { readonly userId: string; readonly body: ReturnType<typeof updateBody> };

const stale = [['users']];

/** Creates or changes a user; a retry creates no second user. */
export const useSaveUser = () =>
  useChange(stale, async ({ userId, body }: Save) =>
    userId === null ? await create(body) : await call(updateUser, { params: { userId }, body }),
  );

const create = (body: UserBody) =>
  once({ name: 'user', content: body }, (idempotencyKey) => call(createUser, { body, idempotencyKey }));

/** Takes the second factor of a colleague away, who has lost it. */
export const useClearFactor = (userId: string) =>
  useChange(stale, (body: SentBodyOf<typeof clearPersonFactor>) =>
    call(clearPersonFactor, { params: { userId }, body }),
  );
