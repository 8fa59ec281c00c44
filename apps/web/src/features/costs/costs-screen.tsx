import { type CurrencyCosts, getCosts } from '@anticipa/contract/costs';
import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { COST_MONTHS, type CostLine } from '@anticipa/domain/costs';
import { type FinancedCurrency, type Money, moneyOf, sum } from '@anticipa/domain/money';
import { addMonths, firstDayOf, lastDayOf, type Month, monthOf } from '@anticipa/domain/month';
import { everyRow } from '@anticipa/texts/tables/table';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { formatMonth } from '../../lib/format.ts';
import { creditQuery } from '../../lib/queries.ts';
import { screens } from '../../lib/screens.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Definition } from '../../ui/definition.tsx';
import { Facts } from '../../ui/facts.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryFallback } from '../../ui/feedback/query-fallback.tsx';
import { SelectField } from '../../ui/field/field.tsx';
import { MoneyText } from '../../ui/money.tsx';
import { FoldingCard } from '../../ui/overlay/folding-card.tsx';
import { Page } from '../../ui/page.tsx';
import { amountColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { TableExport } from '../../ui/table/table-export.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { usePhone } from '../../ui/use-media.ts';
import css from './costs.module.css';
import { es } from './es.ts';

type Period = 'year' | 'quarter' | 'last' | 'running';

/** The first and the last month of each period. */
function monthsOf(today: IsoDate): Readonly<Record<Period, { readonly from: Month; readonly to: Month }>> {
  const running = monthOf(today);
  const last = addMonths(running, -1);
  return {
    year: { from: addMonths(running, 1 - COST_MONTHS), to: running },
    quarter: { from: addMonths(running, -2), to: running },
    last: { from: last, to: last },
    running: { from: running, to: running },
  };
}

/** Any change of an invoice makes it stale, and the next day. */
const costsQuery = (months: { readonly from: Month; readonly to: Month }, today: string) =>
  queryOptions({
    queryKey: ['invoices', 'costs', months, today],
    queryFn: async ({ signal }) => (await call(getCosts, { query: { ...months }, signal })).data,
    placeholderData: keepPreviousData,
  });

/** [EFE-09] What the client's financing cost, by payer and by month. */
export function CostsScreen() {
  const { data, isError, refetch } = useQuery(creditQuery);
  return (
    <Page title={screens.costs.title} intro={es.intro}>
      {data ? (
        <Costs today={dateOf(data.today)} />
      ) : (
        <QueryFallback failed={isError} onRetry={refetch} lines={8}>
          {es.failed}
        </QueryFallback>
      )}
    </Page>
  );
}

function Costs({ today }: { today: IsoDate }) {
  const [period, setPeriod] = useState<Period>('year');
  const months = monthsOf(today)[period];
  const { data, isError, refetch } = useQuery(costsQuery(months, today));
  const running = monthOf(today);
  const options = [
    { value: 'year', label: es.periods.year },
    { value: 'quarter', label: es.periods.quarter },
    { value: 'last', label: es.periods.last(formatMonth(addMonths(running, -1))) },
    { value: 'running', label: es.periods.running(formatMonth(running)) },
  ] as const;
  return (
    <div className="blocks">
      <div className={css.toolbar} data-print="hide">
        <SelectField label={es.period} value={period} options={options} onChange={setPeriod} />
        <TableExport
          key={period}
          table="costs"
          dated={es.exported}
          today={today}
          from={firstDayOf(months.from)}
          to={lastDayOf(months.to)}
        />
      </div>
      {data === undefined ? (
        <QueryFallback failed={isError} onRetry={refetch} lines={8}>
          {es.failed}
        </QueryFallback>
      ) : data.length === 0 ? (
        <EmptyState
          drawing="papers"
          level={2}
          title={es.emptyTitle}
          action={period === 'year' ? null : <Button onClick={() => setPeriod('year')}>{es.toYear}</Button>}
        >
          {es.empty}
        </EmptyState>
      ) : (
        data.map((costs) => <CostsOfCurrency key={costs.currency} costs={costs} />)
      )}
    </div>
  );
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly currency: FinancedCurrency;
  readonly line: CostLine;
}

const percentText = (text: string | null): string => (text === null ? '—' : `${text} %`);
const money = (
  { line, currency }: Row,
  ...kinds: readonly (keyof CostLine &
    ('interest' | 'iva' | 'recargos' | 'ivaRecargos' | 'commission' | 'ivaCommission' | 'total'))[]
): Money =>
  sum<FinancedCurrency>(
    currency,
    kinds.map((kind) => moneyOf(line[kind], currency)),
  );
const narrow = { width: '9.5rem', total: everyRow } as const;
/** One column for both, so that the whole table fits beside the menu. */
const daysText = ({ promisedDays, takenDays }: CostLine): string =>
  promisedDays === null || takenDays === null ? '—' : `${promisedDays} / ${takenDays}`;
const numberOr = (text: string | null): number | null => (text === null ? null : Number(text));

/** The answer first: the cost, its rate and its days; after them the parts of the cost. */
const columnsWith = (first: Pick<Column<Row>, 'id' | 'header' | 'value'>): readonly Column<Row>[] => [
  { ...first, text: ({ name }) => name, width: 'minmax(9.5rem, 2fr)', breaks: true, card: 'title' },
  amountColumn({
    id: 'total',
    header: es.columns.total,
    pick: (row) => money(row, 'total'),
    ...narrow,
    width: '10rem',
    card: 'figure',
  }),
  {
    id: 'rate',
    header: es.columns.rate,
    value: ({ line }) => numberOr(line.effectiveRate),
    text: ({ line }) => percentText(line.effectiveRate),
    align: 'end',
    width: '6.5rem',
  },
  {
    id: 'days',
    header: es.columns.days,
    value: ({ line }) => numberOr(line.takenDays),
    text: ({ line }) => daysText(line),
    align: 'end',
    width: '8rem',
  },
  {
    id: 'invoices',
    header: es.columns.invoices,
    value: ({ line }) => line.invoices,
    align: 'end',
    width: '6.5rem',
  },
  amountColumn({ id: 'interest', header: es.columns.interest, pick: (row) => money(row, 'interest'), ...narrow }),
  amountColumn({ id: 'recargos', header: es.columns.recargos, pick: (row) => money(row, 'recargos'), ...narrow }),
  amountColumn({ id: 'commission', header: es.columns.commission, pick: (row) => money(row, 'commission'), ...narrow }),
  amountColumn({
    id: 'iva',
    header: es.columns.iva,
    pick: (row) => money(row, 'iva', 'ivaRecargos', 'ivaCommission'),
    ...narrow,
  }),
];
const payerColumns = columnsWith({ id: 'payer', header: es.columns.payer, value: ({ name }) => name });
const monthColumns = columnsWith({ id: 'month', header: es.columns.month, value: ({ id }) => id });
const rowId = ({ id }: Row): string => id;

function CostsOfCurrency({ costs }: { costs: CurrencyCosts }) {
  const { currency, total, byMonth, byPayer } = costs;
  const { payers, months, shown } = useMemo(
    () => ({
      payers: byPayer.map(({ receiverName: name, receiverRFC, ...line }) => ({
        id: `${receiverRFC} ${name}`,
        name,
        currency,
        line,
      })),
      months: byMonth.map(({ month, ...line }) => ({ id: month, name: formatMonth(month), currency, line })),
      // A lender without commissions has no column for them.
      shown: (columns: readonly Column<Row>[]) =>
        total.commission === '0.00' ? columns.filter(({ id }) => id !== 'commission') : columns,
    }),
    [byPayer, byMonth, currency, total],
  );
  const [ofPayers, ofMonths] = useMemo(() => [shown(payerColumns), shown(monthColumns)], [shown]);
  const kinds = (['interest', 'iva', 'recargos', 'ivaRecargos', 'commission', 'ivaCommission'] as const).filter(
    (kind) => kind === 'interest' || kind === 'iva' || total[kind] !== '0.00',
  );
  return (
    <Fragment>
      <Card title={es.cost(currency)} aside={<MoneyText amount={moneyOf(total.total, currency)} size="large" strong />}>
        <Facts
          inLine
          facts={[
            ...kinds.map(
              (kind) => [es.lines[kind], <MoneyText key={kind} amount={moneyOf(total[kind], currency)} />] as const,
            ),
            [
              es.rate,
              <Definition key="rate" term={percentText(total.effectiveRate)}>
                {es.rateMeaning}
              </Definition>,
            ],
            ...(total.promisedDays === null || total.takenDays === null
              ? []
              : [[es.days, es.daysOf(total.promisedDays, total.takenDays)] as const]),
          ]}
        />
        <p className="quiet">{es.ties}</p>
      </Card>
      <Part title={es.byPayer(currency)} opens>
        <DataTable
          label={es.byPayer(currency)}
          noun={es.payers}
          rows={payers}
          columns={ofPayers}
          rowId={rowId}
          empty={null}
        />
      </Part>
      <Part title={es.byMonth(currency)}>
        <DataTable
          label={es.byMonth(currency)}
          noun={es.months}
          rows={months}
          columns={ofMonths}
          rowId={rowId}
          empty={null}
        />
      </Part>
    </Fragment>
  );
}

/** A table below its heading; a phone keeps it behind the heading, if it does not open it. */
function Part({ title, opens = false, children }: { title: string; opens?: boolean; children: ReactNode }) {
  const phone = usePhone();
  return phone ? (
    <FoldingCard title={title} opens={opens}>
      {children}
    </FoldingCard>
  ) : (
    <div>
      <h2 className={css.part}>{title}</h2>
      {children}
    </div>
  );
}
