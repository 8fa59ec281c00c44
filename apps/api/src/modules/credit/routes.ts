import { getCreditInformation } from '@anticipa/contract/credit';
import { done } from '@anticipa/domain/errors';
import type { Deps } from '../../lib/deps.ts';
import { type Served, serve } from '../../lib/http/http.ts';
import { readTenant } from '../../lib/transaction.ts';
import { creditInformation } from './queries.ts';

export const creditRoutes = (deps: Deps): Served[] => [
  serve(getCreditInformation, async ({ caller }) => {
    const at = { now: deps.clock.now(), today: deps.clock.today() };
    return done(await readTenant(deps, caller, (executor) => creditInformation(executor, caller.actor.clientId, at)));
  }),
];
