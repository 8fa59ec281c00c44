import { live, ready } from '@anticipa/contract/health';
import { done, refuse } from '@anticipa/domain/errors';
import type { Deps } from '../../lib/deps.ts';
import { type Served, serve } from '../../lib/http/http.ts';
import { isSchemaCurrent } from './queries.ts';

export const healthRoutes = (deps: Deps): Served[] => [
  serve(live, async () => done({ status: 'ok' })),
  serve(ready, async () => {
    const isCurrent = await deps.db.withTransaction({ as: 'auth' }, isSchemaCurrent);
    return isCurrent ? done({ status: 'ok' }) : refuse('SERVICE_UNAVAILABLE');
  }),
];
