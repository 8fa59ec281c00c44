import {
  exportPortfolioReport,
  exportReportRows,
  getPortfolioReport,
  listReportRows,
} from '@anticipa/contract/portfolio-reports';
import { done } from '@anticipa/domain/errors';
import {
  figureTexts,
  linesOfReport,
  reportRowTable,
  reportTable,
  reportTitles,
} from '@anticipa/texts/tables/portfolio-reports';
import { fileOf, sendFile, sheetOf } from '../../platform/documents/export-file.ts';
import { longRead, type Served, serveRaw } from '../../platform/http/http.ts';
import { readLong } from '../../platform/work/transaction.ts';
import type { Deps } from '../deps.ts';
import { allReportRows, portfolioReport, reportRows } from './queries.ts';

export const portfolioReportRoutes: readonly Served<Deps>[] = [
  longRead(getPortfolioReport, async (work, { params, query }) =>
    done(await portfolioReport(work, params.report, query)),
  ),
  serveRaw(exportPortfolioReport, async (deps, { caller, params, query: { format, ...days } }, reply) => {
    const lines = async (...asked: Parameters<typeof portfolioReport>) =>
      linesOfReport(await portfolioReport(...asked), days.currency);
    const made = await readLong(deps, caller, (work) =>
      fileOf(sheetOf(reportTitles[params.report], reportTable, lines(work, params.report, days)), {
        format,
        from: days.startDate,
        to: days.asOf,
        today: work.today,
      }),
    );
    return sendFile(reply, made);
  }),
  longRead(listReportRows, async (work, { query }) => done(await reportRows(work, query))),
  serveRaw(exportReportRows, async (deps, { caller, query: { format, ...filter } }, reply) => {
    const [name] = figureTexts[filter.figure];
    const made = await readLong(deps, caller, (work) =>
      fileOf(sheetOf(name, reportRowTable, allReportRows(work, filter)), {
        format,
        from: filter.startDate,
        to: filter.asOf,
        today: work.today,
      }),
    );
    return sendFile(reply, made);
  }),
];
