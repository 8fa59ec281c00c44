import {
  closeDispute,
  getFollowUp,
  openDispute,
  previewExtension,
  proposeExtension,
  recordPromise,
} from '@anticipa/contract/follow-up';
import { done, refuse } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../platform/http/http.ts';
import { oneAtATime } from '../approvals/submit.ts';
import * as commands from './commands.ts';
import * as extensions from './extensions.ts';
import { followUpOf } from './queries.ts';

export const followUpRoutes: readonly Served[] = [
  read(getFollowUp, async (work, { params }) => {
    const found = await followUpOf(work, params.documentId);
    return found ? done(found) : refuse('NOT_FOUND');
  }),
  write(recordPromise, (work, { params, body }) => commands.recordPromise(work, params.documentId, body)),
  write(openDispute, (work, { params, body }) => commands.openDispute(work, params.documentId, body), {
    broken: { disputes_open: refuse('DISPUTE_OPEN') },
  }),
  write(closeDispute, (work, { params, body }) => commands.closeDispute(work, params.documentId, body)),
  read(previewExtension, (work, { params, query }) => extensions.preview(work, params.documentId, query.dueDate)),
  write(proposeExtension, (work, { params, body }) => extensions.propose(work, params.documentId, body), {
    broken: oneAtATime,
  }),
];
