/** Reports of the portfolio as of a day, each of one currency, and the rows that add up to each of its figures. */
import { operatorRoles } from '@anticipa/domain/operator';
import { z } from 'zod';
import { exportFormats } from './exports.ts';
import { deskRead, type ResponseOf } from './route.ts';
import { amount, date, financedCurrency, id, rate, text } from './wire.ts';

/** The unit of a figure. `money-days`: amounts by the days on which they were lent. */
export type FigureUnit = 'money' | 'money-days' | 'percent' | 'index' | 'days' | 'hours' | 'times' | 'count';

/** The figures of each report, in their order, with their units. */
export const reportFigures = {
  portfolio: {
    gross: 'money',
    unearned: 'money',
    netOfUnearned: 'money',
    clientDebt: 'money',
    aforo: 'money',
    undeposited: 'money',
    net: 'money',
    buyBack: 'money',
    cashInUse: 'money',
  },
  concentration: {
    clientExposure: 'money',
    clientFive: 'percent',
    clientIndex: 'index',
    receiverExposure: 'money',
    receiverFive: 'percent',
    receiverIndex: 'index',
  },
  yield: {
    interest: 'money',
    lateCharges: 'money',
    cashDays: 'money-days',
    averageCash: 'money',
    nominalYield: 'percent',
    effectiveYield: 'percent',
    contractRate: 'percent',
    daysOutstanding: 'days',
    daysLate: 'days',
    turn: 'times',
  },
  reserve: {
    aforoBefore: 'money',
    aforoWithheld: 'money',
    aforoReleased: 'money',
    aforoApplied: 'money',
    aforo: 'money',
    aforoTied: 'money',
    releasable: 'money',
    aforoRate: 'percent',
  },
  dilution: {
    closedFace: 'money',
    paidByReceiver: 'money',
    lostFace: 'money',
    creditNotes: 'money',
    otherDilution: 'money',
    diluted: 'money',
    dilution: 'percent',
    worstDilution: 'percent',
    aforoRate: 'percent',
  },
  stages: {
    answerMedian: 'hours',
    answerMost: 'hours',
    depositMedian: 'hours',
    depositMost: 'hours',
    collectionMedian: 'days',
    collectionMost: 'days',
    returnMedian: 'days',
    returnMost: 'days',
    promised: 'count',
    keptPromises: 'percent',
  },
  collected: { due: 'money', collected: 'money', collectedShare: 'percent' },
  losses: { losses: 'money', recovered: 'money', bought: 'money', lossRate: 'percent' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, FigureUnit>>>>;

export type ReportName = keyof typeof reportFigures;
export const reportNames = Object.keys(reportFigures).filter((name): name is ReportName => name in reportFigures);
type FiguresOf<Name extends ReportName> = Name extends ReportName ? keyof (typeof reportFigures)[Name] : never;
export type ReportFigure = FiguresOf<ReportName>;

/** The figures of a report, in their order. */
export const figuresOfReport = (name: ReportName): ReportFigure[] =>
  Object.keys(reportFigures[name]).filter((figure): figure is ReportFigure => figure in reportFigures[name]);
const everyFigure = [...new Set(reportNames.flatMap(figuresOfReport))];

/** Figures whose rows add up to them, or are what they measure. */
export const openedFigures = [
  'gross',
  'unearned',
  'netOfUnearned',
  'clientDebt',
  'aforo',
  'undeposited',
  'net',
  'buyBack',
  'cashInUse',
  'clientExposure',
  'receiverExposure',
  'interest',
  'lateCharges',
  'cashDays',
  'aforoBefore',
  'aforoWithheld',
  'aforoReleased',
  'aforoApplied',
  'aforoTied',
  'releasable',
  'closedFace',
  'paidByReceiver',
  'lostFace',
  'creditNotes',
  'otherDilution',
  'diluted',
  'answerMedian',
  'depositMedian',
  'collectionMedian',
  'returnMedian',
  'promised',
  'due',
  'collected',
  'losses',
  'recovered',
  'bought',
] as const satisfies readonly ReportFigure[];
export type OpenedFigure = (typeof openedFigures)[number];

/** Breakdowns by party or by period. */
export const reportGroups = ['clients', 'receivers', 'months', 'weeks'] as const;
export type ReportGroup = (typeof reportGroups)[number];

const roles = operatorRoles;

/** Entries that book until the end of `asOf` and were recorded by the end of `knownOn`, which is today by default. */
const reportDays = { currency: financedCurrency, startDate: date, asOf: date, knownOn: date.optional() };
const isInOrder = ({ startDate, asOf }: { readonly startDate: string; readonly asOf: string }): boolean =>
  startDate <= asOf;

/** A number as an exact decimal; null where it cannot be computed. */
const value = z.union([amount, rate]).nullable();

export const getPortfolioReport = deskRead({
  path: '/api/lender/portfolioReports/:report',
  summary:
    'A report of the portfolio at the end of a day, from the journal. `startDate` begins the period of the figures that have one.',
  roles,
  isHeavy: true,
  params: z.strictObject({ report: z.enum(reportNames) }),
  query: z.strictObject(reportDays).refine(isInOrder),
  response: z.strictObject({
    figures: z.array(z.strictObject({ figure: z.enum(everyFigure), value })),
    /** The ten largest parties, or all months or weeks, the last one first. */
    groups: z.array(
      z.strictObject({
        group: z.enum(reportGroups),
        rows: z.array(z.strictObject({ id: text, name: text, values: z.record(z.string(), value) })),
      }),
    ),
  }),
});
export type PortfolioReport = ResponseOf<typeof getPortfolioReport>;

export const exportPortfolioReport = deskRead({
  path: '/api/lender/portfolioReports/:report/export',
  summary: 'The figures of a report as a spreadsheet or as CSV.',
  roles,
  isHeavy: true,
  params: getPortfolioReport.params,
  query: z.strictObject({ format: z.enum(exportFormats), ...reportDays }).refine(isInOrder),
  produces: 'application/octet-stream',
  errors: ['NOTHING_TO_EXPORT'],
});

/** Maximum number of rows behind a figure that are listed; a file has all of them. */
export const REPORT_ROWS = 500;

const rowsFilter = {
  figure: z.enum(openedFigures),
  ...reportDays,
  /** Rows of one client, one receiver, or one month (`YYYY-MM`) or week (its Monday) alone. */
  clientId: id.optional(),
  companyId: id.optional(),
  part: z
    .string()
    .regex(/^\d{4}-\d{2}(-\d{2})?$/)
    .optional(),
};

const reportRow = z.strictObject({
  /** The invoice; null in a row of a whole sale. */
  documentId: id.nullable(),
  folio: text.nullable(),
  receiverName: text.nullable(),
  clientId: id,
  entityName: text,
  saleId: id,
  numberOfSale: z.int(),
  currency: financedCurrency,
  /** The part of the row in its figure; null of a time. */
  amount: amount.nullable(),
  /** Days or hours of a time. */
  time: rate.nullable(),
});
export type ReportRow = z.output<typeof reportRow>;

export const listReportRows = deskRead({
  path: '/api/lender/portfolioReportRows',
  summary: `The invoices or sales behind a figure of a report, the largest ${REPORT_ROWS} first, with the number and the sum of all.`,
  roles,
  isHeavy: true,
  query: z.strictObject(rowsFilter).refine(isInOrder),
  response: z.strictObject({ count: z.int(), sum: amount.nullable(), data: z.array(reportRow) }),
});

export const exportReportRows = deskRead({
  path: '/api/lender/portfolioReportRows/export',
  summary: 'All rows behind a figure as a spreadsheet or as CSV.',
  roles,
  isHeavy: true,
  query: z.strictObject({ format: z.enum(exportFormats), ...rowsFilter }).refine(isInOrder),
  produces: 'application/octet-stream',
  errors: ['NOTHING_TO_EXPORT'],
});
