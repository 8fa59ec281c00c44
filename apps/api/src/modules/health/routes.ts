import { live, ready } from '@anticipa/contract/health';
import { done, refuse } from '@anticipa/domain/errors';
import { type Served, serve } from '../../lib/http/http.ts';
import { runAs } from '../../lib/transaction.ts';
import { hasRoom } from '../files/quota.ts';
import { isSchemaCurrent, queueAge } from './queries.ts';

export const healthRoutes: readonly Served[] = [
  serve(live, async () => done({ status: 'ok' })),
  serve(ready, async (deps, { caller }) => {
    const acceptsUploads = await hasRoom(deps);
    return runAs(deps, { ...caller, actor: null }, async (work) => {
      if (!(await isSchemaCurrent(work))) return refuse('SERVICE_UNAVAILABLE');
      return done({ status: 'ok', acceptsUploads, jobs: await queueAge(work) });
    });
  }),
];
