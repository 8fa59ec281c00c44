import { listMessages, repeatMessage as repeatRoute } from '@anticipa/contract/outbox';
import { done, refuse } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../platform/http/http.ts';
import { outboxMessages } from './queries.ts';
import { repeatMessage } from './repeat.ts';

const LIMIT = 1000;

export const outboxRoutes: readonly Served[] = [
  read(listMessages, async (work, { query: { state } }) =>
    done({ data: await outboxMessages(work, { state: state ?? null, limit: LIMIT }) }),
  ),
  write(repeatRoute, (work, { params }) => repeatMessage(work, params), {
    broken: { outbox_repeated_once: refuse('MESSAGE_REPEATED') },
  }),
];
