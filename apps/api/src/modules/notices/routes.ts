import { listMessages } from '@anticipa/contract/notices';
import { done } from '@anticipa/domain/errors';
import type { Deps } from '../../lib/deps.ts';
import { type Served, serve } from '../../lib/http/http.ts';
import { readLender } from '../../lib/transaction.ts';
import { outboxMessages } from './queries.ts';

/** Most messages that one answer lists. */
const LIMIT = 1000;

export const noticeRoutes = (deps: Deps): Served[] => [
  serve(listMessages, async ({ query }) =>
    done({
      data: await readLender(deps, (executor) => outboxMessages(executor, { state: query.state, limit: LIMIT })),
    }),
  ),
];
