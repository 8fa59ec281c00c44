import { createApiKey, listApiKeys, revokeApiKey } from '@anticipa/contract/api-keys';
import { done, refuse } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../platform/http/http.ts';
import type { Deps } from '../deps.ts';
import { makeKey, revokeKey } from './commands.ts';
import { clientKeys } from './queries.ts';

export const keyRoutes: readonly Served<Deps>[] = [
  read(listApiKeys, async (work) =>
    work.actor.isAdmin ? done({ today: work.today, data: await clientKeys(work) }) : refuse('NOT_ALLOWED'),
  ),
  write(createApiKey, (work, { body }) => makeKey(work, body)),
  write(revokeApiKey, (work, { params }) => revokeKey(work, params.keyId)),
];
