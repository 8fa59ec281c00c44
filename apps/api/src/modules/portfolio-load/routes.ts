import {
  checkPortfolioLoad,
  listPortfolioLoads,
  portfolioLoadTemplate,
  proposePortfolioLoad,
  takeInCfdi,
} from '@anticipa/contract/portfolio-load';
import { done } from '@anticipa/domain/errors';
import { fileOf, sendFile } from '../../platform/documents/export-file.ts';
import { read, type Served, serve, serveRaw, write } from '../../platform/http/http.ts';
import { runAs } from '../../platform/work/transaction.ts';
import { oneAtATime } from '../approvals/submit.ts';
import type { Deps } from '../deps.ts';
import { takeIn } from '../files/take-in.ts';
import { check, propose } from './commands.ts';
import { listedLoads } from './queries.ts';
import { exampleRow, loadColumns } from './rows.ts';

export const portfolioLoadRoutes: readonly Served<Deps>[] = [
  read(listPortfolioLoads, async (work) => done({ data: await listedLoads(work) })),
  serveRaw(portfolioLoadTemplate, async (deps, { caller, query: { format } }, reply) => {
    async function* rows() {
      yield [loadColumns.map(({ cell }) => cell(exampleRow))];
    }
    const sheet = { name: 'Cartera anterior', columns: loadColumns, rows: rows() };
    const made = await runAs(deps, caller, ({ today }) => fileOf(sheet, { format, today }));
    return sendFile(reply, made);
  }),
  serve(takeInCfdi, (deps, { caller, bytes, query }) => takeIn(deps, caller, { bytes, fileName: query.fileName })),
  write(checkPortfolioLoad, (work, { bytes, query }) => check(work, bytes, query)),
  write(proposePortfolioLoad, (work, { params, body }) => propose(work, params.loadId, body), { broken: oneAtATime }),
];
