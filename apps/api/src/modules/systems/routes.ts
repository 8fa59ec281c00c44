import { listSystems, retrySystem as retry } from '@anticipa/contract/systems';
import { done } from '@anticipa/domain/errors';
import { type Served, serve, write } from '../../lib/http/http.ts';
import { runAs } from '../../lib/transaction.ts';
import { retrySystem } from './commands.ts';
import { systemStates } from './queries.ts';

export const systemsRoutes: readonly Served[] = [
  serve(listSystems, async (deps, { caller }) =>
    done({ data: await runAs(deps, caller, (work) => systemStates(work, deps.health.all())) }),
  ),
  write(retry, async (work, { params }) => {
    await retrySystem(work, params.system);
    return done({ status: 'success' as const });
  }),
];
