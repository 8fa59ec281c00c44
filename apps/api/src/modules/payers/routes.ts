import { listPayers } from '@anticipa/contract/payers';
import { done, refuse } from '@anticipa/domain/errors';
import type { Deps } from '../../lib/deps.ts';
import { type Served, serve } from '../../lib/http/http.ts';
import { sameAsSession } from '../../lib/session/context.ts';
import { readTenant } from '../../lib/transaction.ts';
import { payersOf } from './queries.ts';

export const payersRoutes = (deps: Deps): Served[] => [
  serve(listPayers, async ({ params, caller }) => {
    if (!sameAsSession(caller, params)) return refuse('NOT_FOUND');
    const { clientId } = caller.actor;
    return done(await readTenant(deps, caller, (executor) => payersOf(executor, clientId)));
  }),
];
