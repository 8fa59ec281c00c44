import { createUser, getAdminsCount, getClient, updateUser } from '@anticipa/contract/users';
import { done, refuse } from '@anticipa/domain/errors';
import type { Executor } from '../../lib/db/pool.ts';
import type { Deps } from '../../lib/deps.ts';
import { type Served, serve } from '../../lib/http/http.ts';
import { orUnavailable } from '../../lib/http/with-unavailable-code.ts';
import { sameAsSession } from '../../lib/session/context.ts';
import { readTenant } from '../../lib/transaction.ts';
import { addUser, changeUser } from './commands.ts';
import { activeAdministrators, clientCard, clientUsers } from './queries.ts';

export const userRoutes = (deps: Deps): Served[] => [
  serve(getClient, async ({ params, caller }) => {
    if (!sameAsSession(caller, { rfc: params.rfc })) return refuse('CANT_FIND_CLIENT');
    const { clientId, userId, isAdmin } = caller.actor;
    const read = async (executor: Executor) => ({
      ...(await clientCard(executor, clientId)),
      ClientUsers: await clientUsers(executor, clientId, isAdmin ? undefined : userId),
    });
    return orUnavailable('ERROR_GETTING_USER', async () => done({ data: await readTenant(deps, caller, read) }));
  }),
  serve(getAdminsCount, async ({ query, caller }) => {
    if (!sameAsSession(caller, { clientId: query.clientId })) return refuse('NOT_FOUND');
    const { clientId } = caller.actor;
    return done({ count: await readTenant(deps, caller, (executor) => activeAdministrators(executor, clientId)) });
  }),
  serve(createUser, ({ body, caller }) => orUnavailable('CANT_CREATE_USER', () => addUser(deps, caller, body))),
  serve(updateUser, ({ params, body, caller }) =>
    orUnavailable('CANT_UPDATE_USER', () => changeUser(deps, caller, { userId: params.userId, body })),
  ),
];
