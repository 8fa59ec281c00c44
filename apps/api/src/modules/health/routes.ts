import { live, ready } from '@anticipa/contract/health';
import { done, refuse } from '@anticipa/domain/errors';
import { read, type Served, serve } from '../../lib/http/http.ts';
import { isSchemaCurrent } from './queries.ts';

export const healthRoutes: readonly Served[] = [
  serve(live, async () => done({ status: 'ok' })),
  read(ready, async (work) => ((await isSchemaCurrent(work)) ? done({ status: 'ok' }) : refuse('SERVICE_UNAVAILABLE'))),
];
