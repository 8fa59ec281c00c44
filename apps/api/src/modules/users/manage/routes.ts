import { declineCompany as declineRoute } from '@anticipa/contract/session';
import { createUser, getAdminsCount, getClient, updateUser } from '@anticipa/contract/users';
import { done } from '@anticipa/domain/errors';
import { read, type Served, serve } from '../../../platform/http/http.ts';
import type { Deps } from '../../deps.ts';
import { declineCompany } from '../decline.ts';
import { activeAdministrators, clientCard, clientUsers } from '../queries.ts';
import { addUser, changeUser } from './commands.ts';

export const userRoutes: readonly Served<Deps>[] = [
  read(
    getClient,
    async (work) => {
      const { isAdmin, userId } = work.actor;
      const ClientUsers = await clientUsers(work, isAdmin ? undefined : userId);
      return done({ data: { ...(await clientCard(work)), ClientUsers } });
    },
    { claims: ({ params: { rfc } }) => ({ rfc }), foreign: 'CANT_FIND_CLIENT', unavailable: 'ERROR_GETTING_USER' },
  ),
  read(getAdminsCount, async (work) => done({ count: await activeAdministrators(work) }), {
    claims: ({ query: { clientId } }) => ({ clientId }),
  }),
  serve(createUser, (deps, { caller, body }) => addUser(deps, caller, body), {
    claims: ({ body: { clientId, client, addedBy } }) => [
      { clientId, userId: addedBy ?? undefined },
      { clientId: client?.clientId, rfc: client?.rfc },
    ],
    unavailable: 'CANT_CREATE_USER',
  }),
  serve(updateUser, (deps, { caller, params, body }) => changeUser(deps, caller, params.userId, body), {
    claims: ({ body: { clientId, client } }) => [{ clientId }, { clientId: client?.clientId, rfc: client?.rfc }],
    unavailable: 'CANT_UPDATE_USER',
  }),
  serve(declineRoute, (deps, { caller, params }) => declineCompany(deps, caller, params.clientId)),
];
