import { listAgeing } from '@anticipa/contract/portfolio';
import {
  exportPortfolioReport,
  exportReportRows,
  getPortfolioReport,
  listReportRows,
  type ReportName,
} from '@anticipa/contract/portfolio-reports';
import type { SentQueryOf } from '@anticipa/contract/route';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callForFile } from '../../lib/api-client.ts';

export type ReportDays = SentQueryOf<typeof getPortfolioReport>;
export type RowsFilter = SentQueryOf<typeof listReportRows>;

export const reportQuery = (report: ReportName, query: ReportDays) =>
  queryOptions({
    queryKey: ['portfolio-reports', report, query],
    queryFn: ({ signal }) => call(getPortfolioReport, { params: { report }, query, signal }),
  });

export const downloadReport = (report: ReportName, query: SentQueryOf<typeof exportPortfolioReport>) =>
  callForFile(exportPortfolioReport, { params: { report }, query });

export const rowsQuery = (query: RowsFilter) =>
  queryOptions({
    queryKey: ['portfolio-reports', 'rows', query],
    queryFn: ({ signal }) => call(listReportRows, { query, signal }),
  });

export const downloadRows = (query: SentQueryOf<typeof exportReportRows>) => callForFile(exportReportRows, { query });

/** The ages of what is owed, of every client together. */
export const agesQuery = ({ currency, asOf, knownOn }: ReportDays) =>
  queryOptions({
    queryKey: ['portfolio-reports', 'ages', currency, asOf, knownOn],
    queryFn: async ({ signal }) =>
      (await call(listAgeing, { query: { by: 'product', currency, asOf, ...(knownOn && { knownOn }) }, signal })).data,
    placeholderData: keepPreviousData,
  });
