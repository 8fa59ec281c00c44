import { listSystems, retrySystem as retry } from '@anticipa/contract/systems';
import { done } from '@anticipa/domain/errors';
import { type Served, serve, write } from '../../platform/http/http.ts';
import { runAs } from '../../platform/work/transaction.ts';
import type { Deps } from '../deps.ts';
import { newestCfdi } from '../interest/certificate.ts';
import { retrySystem } from './commands.ts';
import { sealingCredentials, syncCredentials } from './credentials.ts';
import { migratedAt, systemStates } from './queries.ts';

export const systemsRoutes: readonly Served<Deps>[] = [
  serve(listSystems, async (deps, { caller }) => {
    const invoicing = await sealingCredentials(deps, await runAs(deps, caller, newestCfdi));
    return runAs(deps, caller, async (work) => {
      const credentials = new Map([
        ['invoicing', invoicing],
        ['invoice-sync', await syncCredentials(work)],
      ] as const);
      const data = await systemStates(work, deps.health.all(), credentials);
      return done({ data, portal: { version: deps.build.version, migratedAt: await migratedAt(work) } });
    });
  }),
  write(retry, async (work, { params }) => {
    await retrySystem(work, params.system);
    return done({ status: 'success' as const });
  }),
];
