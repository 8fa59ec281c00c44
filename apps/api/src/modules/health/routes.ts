import { setTimeout as pause } from 'node:timers/promises';
import { live, ready } from '@anticipa/contract/health';
import { done, refuse } from '@anticipa/domain/errors';
import { type Served, serve } from '../../platform/http/http.ts';
import { runAs } from '../../platform/work/transaction.ts';
import type { Deps } from '../deps.ts';
import { hasRoom } from '../files/quota.ts';
import { COMMIT_MS, proveCommit } from './commits.ts';
import { isSchemaCurrent, queueAge, writableTimeline } from './queries.ts';
import { isOnNewestTimeline } from './timeline.ts';

export const healthRoutes: readonly Served<Deps>[] = [
  serve(live, async () => done({ status: 'ok' })),
  serve(ready, async (deps, { caller }) => {
    const acceptsUploads = await hasRoom(deps);
    const jobs = await runAs(deps, { ...caller, actor: null }, async (work) => {
      const timeline = await writableTimeline(work);
      if (timeline === null || !isOnNewestTimeline(deps.db, timeline)) return null;
      return (await isSchemaCurrent(work)) ? queueAge(work) : null;
    });
    if (jobs === null) return refuse('SERVICE_UNAVAILABLE');
    const committed = proveCommit(deps.db).then(() => true);
    const isCommitting = await Promise.race([committed, pause(COMMIT_MS, false, { ref: false })]);
    return isCommitting
      ? done({ status: 'ok', version: deps.build.version, acceptsUploads, jobs })
      : refuse('SERVICE_UNAVAILABLE');
  }),
];
