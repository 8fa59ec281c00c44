import {
  answerConfirmation,
  askConfirmation,
  askLenderConfirmation,
  listConfirmations,
  listLenderConfirmations,
  openConfirmation,
} from '@anticipa/contract/confirmations';
import { done, refuse } from '@anticipa/domain/errors';
import { read, type Served, serve, write } from '../../platform/http/http.ts';
import { narrowTo } from '../../platform/work/work.ts';
import { clientOfInvoice } from '../collections/queries.ts';
import type { Deps } from '../deps.ts';
import { answer, ask, open } from './commands.ts';
import { confirmationsOf } from './queries.ts';

export const confirmationRoutes: readonly Served<Deps>[] = [
  read(listConfirmations, async (work, { params }) => {
    const found = await confirmationsOf(work, params.documentId);
    return found ? done(found) : refuse('NOT_FOUND');
  }),
  write(askConfirmation, (work, { params }) => ask(work, params.documentId)),
  read(listLenderConfirmations, async (work, { params }) => {
    const client = await clientOfInvoice(work, params.documentId);
    const found = client && (await confirmationsOf(narrowTo(work, client), params.documentId));
    return found ? done(found) : refuse('NOT_FOUND');
  }),
  write(askLenderConfirmation, async (work, { params }) => {
    const client = await clientOfInvoice(work, params.documentId);
    return client ? ask(narrowTo(work, client), params.documentId) : refuse('NOT_FOUND');
  }),
  serve(openConfirmation, (deps, { caller, body }) => open(deps, { ...caller, actor: null }, body.key)),
  serve(answerConfirmation, (deps, { caller, body }) => answer(deps, { ...caller, actor: null }, body)),
];
