import {
  listManualEntries,
  previewManualEntry,
  proposeManualEntry,
  proposeManualReversal,
} from '@anticipa/contract/manual-entries';
import { done } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../platform/http/http.ts';
import { oneAtATime } from '../approvals/submit.ts';
import { preview, proposeEntry, proposeReversal } from './commands.ts';
import { manualEntries, openDay, waitingEntries } from './queries.ts';

export const manualEntryRoutes: readonly Served[] = [
  read(listManualEntries, async (work) =>
    done({ openDay: await openDay(work), waiting: await waitingEntries(work), data: await manualEntries(work) }),
  ),
  write(previewManualEntry, (work, { body }) => preview(work, body)),
  write(proposeManualEntry, (work, { body }) => proposeEntry(work, body), { broken: oneAtATime }),
  write(proposeManualReversal, (work, { params, body }) => proposeReversal(work, params.manualId, body), {
    broken: oneAtATime,
  }),
];
