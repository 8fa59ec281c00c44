import { listDueReferences, registerCollection } from '@anticipa/contract/collections';
import { done, refuse } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../lib/http/http.ts';
import { register } from './commands.ts';
import { dueReferences } from './queries.ts';

export const collectionsRoutes: readonly Served[] = [
  read(listDueReferences, async (work) => done({ today: work.today, data: await dueReferences(work) })),
  write(registerCollection, (work, { body }) => register(work, body), {
    broken: { collections_tracking_key_key: refuse('TRACKING_KEY_REUSED') },
  }),
];
