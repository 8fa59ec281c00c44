/** The figures of the reports of the portfolio, and the rows that add up to them. */
import {
  figuresOfReport,
  type listReportRows,
  type OpenedFigure,
  type PortfolioReport,
  REPORT_ROWS,
  type ReportName,
  type ReportRow,
} from '@anticipa/contract/portfolio-reports';
import type { QueryOf, ResponseOf } from '@anticipa/contract/route';
import { addDays, dateOf, daysBetween, weekdayOf } from '@anticipa/domain/calendar';
import { decimalOf, divideHalfUp, type FinancedCurrency, money } from '@anticipa/domain/money';
import { annualYield, effectiveYield, percentOf } from '@anticipa/domain/portfolio';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { decimal, rowsOf } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { dueDateOn } from '../follow-up/queries.ts';
import { byFolio, folio } from '../log/queries.ts';
import { centsOf, partiesOf } from './parties.ts';
import {
  COLLECTED_WEEKS,
  type ReportDays,
  rowsOfSource,
  type Source,
  sourceOf,
  timeFigures,
  untilOf,
} from './sources.ts';

type Values = Readonly<Record<string, string | null>>;
type Group = PortfolioReport['groups'][number];
interface Report {
  readonly values: Values;
  readonly groups?: readonly Group[];
}

/** A report: its figures in their order, and its breakdowns. */
export async function portfolioReport(work: WideWork, name: ReportName, days: ReportDays): Promise<PortfolioReport> {
  await inMemory(work);
  const { values, groups = [] } = await reports[name](work, days);
  const figures = figuresOfReport(name).map((figure) => ({ figure, value: values[figure] ?? null }));
  return { figures, groups: [...groups] };
}

/** The invoices of a large lender are added up in memory: on disk it takes more than twice as long. */
const inMemory = ({ db }: WideWork): Promise<unknown> => sql`set local work_mem = '64MB'`.execute(db);

const reports: Readonly<Record<ReportName, (work: WideWork, days: ReportDays) => Promise<Report>>> = {
  portfolio: async (work, days) => ({
    values: await sumsOf(work, 'positions', days, [
      'gross',
      'unearned',
      'netOfUnearned',
      'clientDebt',
      'aforo',
      'undeposited',
      'net',
      'buyBack',
      'cashInUse',
    ]),
  }),
  concentration: async (work, days) => {
    const { clients, receivers } = await partiesOf(work, days);
    return {
      values: {
        clientExposure: clients.total,
        clientFive: clients.five,
        clientIndex: clients.index,
        receiverExposure: receivers.total,
        receiverFive: receivers.five,
        receiverIndex: receivers.index,
      },
      groups: [clients.group, receivers.group],
    };
  },
  yield: yieldOf,
  reserve: async (work, days) => {
    const moved = await sumsOf(work, 'reserve', days, [
      'aforoBefore',
      'aforoWithheld',
      'aforoReleased',
      'aforoApplied',
    ]);
    const { aforo = '0.00', releasable = '0.00' } = await sumsOf(work, 'held', days, ['aforo', 'releasable']);
    return {
      values: {
        ...moved,
        aforo,
        releasable,
        ...(await sumsOf(work, 'tied', days, ['aforoTied'])),
        aforoRate: await aforoRate(work, days),
      },
    };
  },
  dilution: dilutionOf,
  stages: stagesOf,
  collected: async (work, days) => {
    const weeks = await byPart(work, 'dueLately', days, sumsIn(['due', 'collected']));
    const sums = addUp(weeks, ['due', 'collected'], days.currency);
    const monday = addDays(dateOf(days.asOf), 1 - weekdayOf(dateOf(days.asOf)));
    const rows = Array.from({ length: COLLECTED_WEEKS }, (_, place) => addDays(monday, -7 * place)).map((id) => {
      const values = weeks.get(id) ?? { due: '0.00', collected: '0.00' };
      return { id, name: id, values: { ...values, collectedShare: ratioOf(values, 'collected', 'due') } };
    });
    return {
      values: { ...sums, collectedShare: ratioOf(sums, 'collected', 'due') },
      groups: [{ group: 'weeks', rows }],
    };
  },
  losses: async (work, days) => {
    const sums = await sumsOf(work, 'losses', days, ['losses', 'recovered', 'bought']);
    return { values: { ...sums, lossRate: ratioOf(sums, 'losses', 'bought') } };
  },
};

const ratioOf = (values: Values, part: string, whole: string): string | null =>
  percentOf(centsOf(values[part] ?? '0.00'), centsOf(values[whole] ?? '0.00'));

const sumsIn = (columns: readonly string[]) =>
  sql.join(columns.map((column) => sql`coalesce(sum(${sql.ref(column)}), 0)::numeric(24, 2) as ${sql.ref(column)}`));

/** The sums of columns of a source. */
async function sumsOf(
  work: WideWork,
  source: Source,
  days: ReportDays,
  columns: readonly string[],
): Promise<Record<string, string>> {
  const rows = await rowsOf(
    work.db,
    z.record(z.string(), decimal),
  )`select ${sumsIn(columns)} from (${await rowsOfSource(work, source, days)}) row`;
  return rows[0] ?? {};
}

/** Sums of a source by month or week. */
async function byPart(
  work: WideWork,
  source: Source,
  days: ReportDays,
  sums: RawBuilder<unknown>,
): Promise<Map<string, Record<string, string>>> {
  const rows = await rowsOf(
    work.db,
    z.record(z.string(), z.string()),
  )`select part, ${sums} from (${await rowsOfSource(work, source, days)}) row group by part`;
  return new Map(rows.map(({ part = '', ...values }) => [part, values]));
}

const addUp = (
  parts: ReadonlyMap<string, Values>,
  columns: readonly string[],
  currency: FinancedCurrency,
): Record<string, string> =>
  Object.fromEntries(
    columns.map((column) => [
      column,
      decimalOf(
        money(
          [...parts.values()].reduce((sum, values) => sum + centsOf(values[column] ?? '0.00'), 0n),
          currency,
        ),
      ),
    ]),
  );

const timesRow = z.object({ outstanding: decimal.nullable(), late: decimal.nullable() });

/** Days from deposit to payment, and from the due date to payment, of the invoices closed in three months, weighted by their face. */
async function paymentTimes(work: WideWork, days: ReportDays) {
  const [times] = await rowsOf(work.db, timesRow)`
    select round(sum("closedFace" * (paid_on - deposited_on)) filter (where deposited_on is not null)
        / nullif(sum("closedFace") filter (where deposited_on is not null), 0), 1) as outstanding,
      round(sum("closedFace" * (paid_on - due.date)) / nullif(sum("closedFace"), 0), 1) as late
    from (${await rowsOfSource(work, 'lately', days)}) row
    join sale_items item on item.client_id = row.client_id and item.document_id = row.document_id and item.state = 'disbursed'
    cross join lateral ${dueDateOn({ asOf: days.asOf, until: untilOf(work, days) })} due`;
  return times ?? { outstanding: null, late: null };
}

const rateRow = z.object({ rate: decimal.nullable() });

async function yieldOf(work: WideWork, days: ReportDays): Promise<Report> {
  const earned = await sumsOf(work, 'income', days, ['interest', 'lateCharges']);
  const { cashDays = '0.00' } = await sumsOf(work, 'cash', days, ['cashDays']);
  const { outstanding, late } = await paymentTimes(work, days);
  const [contract] = await rowsOf(work.db, rateRow)`
    select round(sum(gross * item.interest_rate) / nullif(sum(gross), 0), 2) as rate
    from (${await rowsOfSource(work, 'held', days)}) row
    join sale_items item on item.client_id = row.client_id and item.document_id = row.document_id and item.state = 'disbursed'
    where gross > 0`;
  const length = BigInt(daysBetween(dateOf(days.startDate), dateOf(days.asOf)) + 1);
  const cash = centsOf(cashDays);
  const income = centsOf(earned.interest ?? '0.00') + centsOf(earned.lateCharges ?? '0.00');
  const nominal = annualYield(income, cash);
  return {
    values: {
      ...earned,
      cashDays,
      averageCash: decimalOf(money(divideHalfUp(cash, length), days.currency)),
      nominalYield: nominal,
      effectiveYield: nominal === null || outstanding === null ? null : effectiveYield(nominal, Number(outstanding)),
      contractRate: contract?.rate ?? null,
      daysOutstanding: outstanding,
      daysLate: late,
      turn: outstanding === null || Number(outstanding) <= 0 ? null : (365 / Number(outstanding)).toFixed(1),
    },
  };
}

/** Aforo of what is owed, in per cent of its face. */
async function aforoRate(work: WideWork, days: ReportDays): Promise<string | null> {
  const [found] = await rowsOf(work.db, rateRow)`
    select round(100 * sum(aforo) / nullif(sum(gross), 0), 2) as rate
    from (${await rowsOfSource(work, 'held', days)}) row where aforo > 0 and gross > 0`;
  return found?.rate ?? null;
}

const diluting = ['closedFace', 'paidByReceiver', 'lostFace', 'creditNotes', 'otherDilution', 'diluted'];

const late = (column: string): string => `late ${column}`;
const lateSums = sql.join(
  diluting.map(
    (column) =>
      sql`coalesce(sum(${sql.ref(column)}) filter (where is_late), 0)::numeric(24, 2) as ${sql.ref(late(column))}`,
  ),
);

async function dilutionOf(work: WideWork, days: ReportDays): Promise<Report> {
  const months = await byPart(work, 'closed', days, sql`${sumsIn(diluting)}, ${lateSums}`);
  const lately = addUp(months, diluting.map(late), days.currency);
  const sums = Object.fromEntries(diluting.map((column) => [column, lately[late(column)] ?? '0.00']));
  const rows = [...months]
    .toSorted(([one], [other]) => other.localeCompare(one))
    .map(([id, values]) => ({
      id,
      name: id,
      values: {
        closedFace: values.closedFace ?? null,
        diluted: values.diluted ?? null,
        dilution: ratioOf(values, 'diluted', 'closedFace'),
      },
    }));
  const worst = rows.reduce<string | null>(
    (most, { values: { dilution } }) => (dilution !== null && Number(dilution) > Number(most ?? -1) ? dilution : most),
    null,
  );
  return {
    values: {
      ...sums,
      dilution: ratioOf(sums, 'diluted', 'closedFace'),
      worstDilution: worst,
      aforoRate: await aforoRate(work, days),
    },
    groups: [{ group: 'months', rows }],
  };
}

const stageRow = z.object({ median: decimal.nullable(), most: decimal.nullable() });
const promiseRow = z.object({ promised: decimal, kept: decimal });

async function stagesOf(work: WideWork, days: ReportDays): Promise<Report> {
  const values: Record<string, string | null> = {};
  for (const stage of ['answer', 'deposit', 'collection', 'return'] as const) {
    const median = `${stage}Median` as const;
    const column = sql.ref(median);
    const [found] = await rowsOf(work.db, stageRow)`
      select round((percentile_cont(0.5) within group (order by ${column}))::numeric, 1) as median,
        round((percentile_cont(0.9) within group (order by ${column}))::numeric, 1) as most
      from (${await rowsOfSource(work, sourceOf[median], days)}) row`;
    values[median] = found?.median ?? null;
    values[`${stage}Most`] = found?.most ?? null;
  }
  const [{ promised = '0', kept = '0' } = {}] = await rowsOf(work.db, promiseRow)`
    select count(*)::numeric as promised, (count(*) filter (where promised <= 0))::numeric as kept
    from (${await rowsOfSource(work, 'promised', days)}) row`;
  return { values: { ...values, promised, keptPromises: percentOf(BigInt(kept), BigInt(promised)) } };
}

type RowsFilter = Omit<QueryOf<typeof listReportRows>, 'figure'> & { readonly figure: OpenedFigure };

/** Rows of the sums of a month are of any month of the year. */
const sourceBehind = ({ figure, part }: RowsFilter): Source =>
  sourceOf[figure] === 'lately' && part !== undefined ? 'closed' : sourceOf[figure];

/** SQL: the rows behind a figure, with `size`, which orders them. */
async function picked(work: WideWork, filter: RowsFilter): Promise<RawBuilder<unknown>> {
  const { figure, clientId, companyId, part } = filter;
  const isTime = timeFigures.includes(figure);
  return sql`
    select row.client_id, row.document_id, row.sale_id, ${sql.ref(figure)} as size
    from (${await rowsOfSource(work, sourceBehind(filter), filter)}) row
    where ${isTime ? sql`true` : sql`${sql.ref(figure)} <> 0`}
      and ${part === undefined ? sql`true` : sql`part = ${part}`}
      and ${clientId === undefined ? sql`true` : sql`row.client_id = ${clientId}`}
      and ${
        companyId === undefined
          ? sql`true`
          : sql`exists (select from invoices where invoices.client_id = row.client_id and invoices.document_id = row.document_id and company_id = ${companyId})`
      }`;
}

const foundRow = z.object({
  documentId: z.string().nullable(),
  folio: z.string().nullable(),
  receiverName: z.string().nullable(),
  clientId: z.string(),
  entityName: z.string(),
  saleId: z.string(),
  numberOfSale: z.int(),
  size: decimal.nullable(),
  count: z.int(),
  sum: decimal.nullable(),
});

async function found(work: WideWork, filter: RowsFilter, limit: number | null) {
  await inMemory(work);
  return await rowsOf(work.db, foundRow)`
    with listed as (
      select picked.*, count(*) over ()::integer as count, sum(size) over ()::numeric(24, 2) as sum from (${await picked(work, filter)}) picked
      order by abs(size) desc nulls first, client_id, document_id, sale_id limit ${limit}
    )
    select listed.document_id as "documentId", case when invoices.document_id is not null then ${folio} end as folio,
      invoices.receiver_name as "receiverName", listed.client_id as "clientId", entity_name as "entityName",
      sales.sale_id as "saleId", number_of_sale as "numberOfSale", round(size, 2) as size, count, sum
    from listed
    join clients on clients.client_id = listed.client_id
    left join invoices on invoices.client_id = listed.client_id and invoices.document_id = listed.document_id
    join sales on sales.client_id = listed.client_id and sales.sale_id = coalesce(listed.sale_id, (
      select item.sale_id from sale_items item where item.client_id = listed.client_id and item.document_id = listed.document_id
      order by item.state in ('authorised', 'disbursed') desc, item.state = 'released' desc limit 1
    ))
    order by abs(size) desc nulls first, ${byFolio()}, listed.client_id, listed.document_id, sales.sale_id`;
}

const rowOf = (
  { size, count: _count, sum: _sum, ...row }: z.output<typeof foundRow>,
  { figure, currency }: RowsFilter,
): ReportRow => {
  const isTime = timeFigures.includes(figure);
  return { ...row, currency, amount: isTime ? null : size, time: isTime ? size : null };
};

/** The largest rows behind a figure, with the number and the sum of all. */
export async function reportRows(work: WideWork, filter: RowsFilter): Promise<ResponseOf<typeof listReportRows>> {
  const rows = await found(work, filter, REPORT_ROWS);
  const [{ count, sum } = { count: 0, sum: '0.00' }] = rows;
  return {
    count,
    sum: timeFigures.includes(filter.figure) ? null : sum,
    data: rows.map((row) => rowOf(row, filter)),
  };
}

/** All rows behind a figure, for a file. */
export const allReportRows = async (work: WideWork, filter: RowsFilter): Promise<ReportRow[]> =>
  (await found(work, filter, null)).map((row) => rowOf(row, filter));
