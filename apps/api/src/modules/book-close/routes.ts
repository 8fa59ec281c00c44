import { closeBooks, getBookClose, getClosedMonth, printClosedMonth } from '@anticipa/contract/book-close';
import { done, refuse } from '@anticipa/domain/errors';
import { sendFile } from '../../platform/documents/export-file.ts';
import { longRead, type Served, serve, serveRaw } from '../../platform/http/http.ts';
import { attemptAs, readLong } from '../../platform/work/transaction.ts';
import { letterheadOf } from '../brand/queries.ts';
import type { Deps } from '../deps.ts';
import { closeMonth } from './commands.ts';
import { closePdf } from './pdf.ts';
import { bookClose, closedMonth } from './queries.ts';

export const bookCloseRoutes: readonly Served<Deps>[] = [
  serve(getBookClose, async (deps, { caller }) => {
    const stp = await deps.payouts.payingAccount();
    return done(await readLong(deps, caller, (work) => bookClose(work, stp)));
  }),
  serve(closeBooks, async (deps, { caller, body }) => {
    const stp = await deps.payouts.payingAccount();
    return attemptAs(deps, caller, (work) => closeMonth(work, body, stp));
  }),
  longRead(getClosedMonth, async (work, { params }) => {
    const closed = await closedMonth(work, params.month);
    return closed ? done(closed) : refuse('NOT_FOUND');
  }),
  serveRaw(printClosedMonth, async (deps, { caller, params: { month } }, reply) => {
    const [closed, brand] = await readLong(deps, caller, async (work) => [
      await closedMonth(work, month),
      await letterheadOf(work),
    ]);
    if (closed === undefined) return sendFile(reply, refuse('NOT_FOUND'));
    const content = await closePdf(closed, brand);
    return sendFile(reply, done({ content, name: `cierre-${month}.pdf`, type: 'application/pdf' }));
  }),
];
