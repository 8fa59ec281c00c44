import { previewReversal, proposeReversal } from '@anticipa/contract/reversals';
import { read, type Served, write } from '../../platform/http/http.ts';
import { oneAtATime } from '../approvals/submit.ts';
import { preview, proposeTyped } from './commands.ts';

export const reversalsRoutes: readonly Served[] = [
  read(previewReversal, (work, { query }) => preview(work, query)),
  write(proposeReversal, (work, { body }) => proposeTyped(work, body), { broken: oneAtATime }),
];
