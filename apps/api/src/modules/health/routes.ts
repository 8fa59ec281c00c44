import { live, ready } from '@anticipa/contract/health';
import { done, refuse } from '@anticipa/domain/errors';
import { read, type Served, serve } from '../../lib/http/http.ts';
import { isSchemaCurrent, queueAge } from './queries.ts';

export const healthRoutes: readonly Served[] = [
  serve(live, async () => done({ status: 'ok' })),
  read(ready, async (work) => {
    if (!(await isSchemaCurrent(work))) return refuse('SERVICE_UNAVAILABLE');
    return done({ status: 'ok', jobs: await queueAge(work) });
  }),
];
