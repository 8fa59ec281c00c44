import { listMessages } from '@anticipa/contract/outbox';
import { done } from '@anticipa/domain/errors';
import { read, type Served } from '../../lib/http/http.ts';
import { outboxMessages } from './queries.ts';

const LIMIT = 1000;

export const outboxRoutes: readonly Served[] = [
  read(listMessages, async (work, { query }) => done({ data: await outboxMessages(work, query.state ?? null, LIMIT) })),
];
