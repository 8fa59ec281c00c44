import { previewCutReversal, previewReversal, proposeCutReversal, proposeReversal } from '@anticipa/contract/reversals';
import { read, type Served, write } from '../../platform/http/http.ts';
import { oneAtATime } from '../approvals/submit.ts';
import { preview, proposeTyped } from './commands.ts';
import { previewCut, proposeCut } from './cut.ts';

export const reversalsRoutes: readonly Served[] = [
  read(previewReversal, (work, { query }) => preview(work, query)),
  write(proposeReversal, (work, { body }) => proposeTyped(work, body), { broken: oneAtATime }),
  read(previewCutReversal, (work, { params, query }) => previewCut(work, { ...params, ...query })),
  write(proposeCutReversal, (work, { params, body }) => proposeCut(work, params.month, body), { broken: oneAtATime }),
];
