import {
  exportBookLines,
  exportTrialBalance,
  getBookEntry,
  getTrialBalance,
  listBookLines,
} from '@anticipa/contract/books';
import { done, refuse } from '@anticipa/domain/errors';
import { balanceTable, bookLineTable } from '@anticipa/texts/tables/books';
import { fileOf, sendFile, sheetOf } from '../../platform/documents/export-file.ts';
import { type Served, serve, serveRaw } from '../../platform/http/http.ts';
import { readLong } from '../../platform/work/transaction.ts';
import type { Deps } from '../deps.ts';
import { allLinesOfBooks, entryOfBooks, linesOfBooks, trialBalance } from './books.ts';

/** Each call asks first which account STP pays from, because its files and its reports are about one bank account. */
export const booksRoutes: readonly Served<Deps>[] = [
  serve(getTrialBalance, async (deps, { caller, query }) => {
    const stp = await deps.payouts.payingAccount();
    return done({ data: await readLong(deps, caller, (work) => trialBalance(work, query, stp)) });
  }),
  serveRaw(exportTrialBalance, async (deps, { caller, query: { format, ...filter } }, reply) => {
    const stp = await deps.payouts.payingAccount();
    const made = await readLong(deps, caller, (work) =>
      fileOf(sheetOf('Balanza', balanceTable, trialBalance(work, filter, stp)), {
        format,
        from: filter.startDate,
        to: filter.endDate,
        today: work.today,
      }),
    );
    return sendFile(reply, made);
  }),
  serve(listBookLines, async (deps, { caller, query }) => {
    const stp = await deps.payouts.payingAccount();
    return done(await readLong(deps, caller, (work) => linesOfBooks(work, query, stp)));
  }),
  serveRaw(exportBookLines, async (deps, { caller, query: { format, ...filter } }, reply) => {
    const stp = await deps.payouts.payingAccount();
    const name = filter.account === undefined ? 'Diario' : 'Auxiliar';
    const made = await readLong(deps, caller, (work) =>
      fileOf(sheetOf(name, bookLineTable, allLinesOfBooks(work, filter, stp)), {
        format,
        from: filter.startDate,
        to: filter.endDate,
        today: work.today,
      }),
    );
    return sendFile(reply, made);
  }),
  serve(getBookEntry, async (deps, { caller, params }) => {
    const stp = await deps.payouts.payingAccount();
    const data = await readLong(deps, caller, (work) => entryOfBooks(work, params, stp));
    return data.length > 0 ? done({ data }) : refuse('NOT_FOUND');
  }),
];
