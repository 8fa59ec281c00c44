import {
  closeShortfall,
  confirmPayout,
  listDuePayouts,
  listDueReferences,
  registerCollection,
} from '@anticipa/contract/collections';
import { done, refuse } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../lib/http/http.ts';
import { register } from './commands.ts';
import { confirm, duePayouts } from './payouts.ts';
import { dueReferences } from './queries.ts';
import { close } from './shortfalls.ts';

export const collectionsRoutes: readonly Served[] = [
  read(listDueReferences, async (work) => done({ today: work.today, data: await dueReferences(work) })),
  write(registerCollection, (work, { body }) => register(work, body), {
    broken: { collections_tracking_key_key: refuse('TRACKING_KEY_REUSED') },
  }),
  write(closeShortfall, (work, { body }) => close(work, body.documentId.toLowerCase())),
  read(listDuePayouts, async (work) => done({ data: await duePayouts(work) })),
  write(confirmPayout, (work, { body }) => confirm(work, body), {
    broken: { payouts_tracking_key_key: refuse('TRACKING_KEY_REUSED') },
  }),
];
