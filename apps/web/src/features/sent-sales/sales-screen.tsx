import type { SentSale } from '@anticipa/contract/sent-sales';
import { defaultProductNames } from '@anticipa/texts/offer-texts';
import { saleDeposit, stageOf } from '@anticipa/texts/tables/sales';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { formatTableDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { creditQuery } from '../../lib/queries.ts';
import { useSearchParam } from '../../lib/use-search-param.ts';
import { EmptyState, NothingFound } from '../../ui/feedback/empty-state.tsx';
import { QueryFallback } from '../../ui/feedback/query-fallback.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { Page } from '../../ui/page.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { tableColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { MoreRows } from '../../ui/table/paged-table.tsx';
import { TableExport } from '../../ui/table/table-export.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { useTypedSearch } from '../../ui/use-typed-search.ts';
import { salesQuery } from './api.ts';
import { es } from './es.ts';
import css from './sent-sales.module.css';
import { toneOf } from './view-model.ts';

const rowId = ({ numberOfSale }: SentSale): string => String(numberOfSale);

const open = ({ numberOfSale }: SentSale) => (
  <Link to={paths.sale} params={{ number: String(numberOfSale) }}>
    {es.list.sale(numberOfSale)}
  </Link>
);

const columns: readonly Column<SentSale>[] = [
  {
    id: 'sale',
    header: es.list.columns.sale,
    value: ({ numberOfSale }) => numberOfSale,
    text: ({ numberOfSale, product }) => `${es.list.sale(numberOfSale)} · ${defaultProductNames[product]}`,
    cell: (sale) => <CellPair note={defaultProductNames[sale.product]}>{open(sale)}</CellPair>,
    width: 'minmax(9rem, 1fr)',
    card: 'title',
  },
  {
    id: 'state',
    header: es.list.columns.state,
    value: (sale) => es.states[stageOf(sale)],
    cell: (sale) => <StatusBadge tone={toneOf[stageOf(sale)]}>{es.states[stageOf(sale)]}</StatusBadge>,
    width: '9.5rem',
    card: 'note',
  },
  {
    id: 'sent',
    header: es.list.columns.sent,
    value: ({ requestedAt }) => requestedAt,
    text: ({ requestedAt }) => formatTableDate(requestedAt),
    width: '13rem',
    card: 'note',
  },
  {
    id: 'count',
    header: es.list.columns.invoices,
    value: ({ count }) => count,
    align: 'end',
    width: '6.5rem',
    card: 'sheet',
  },
  tableColumn(saleDeposit, (sale: SentSale) => sale, { card: 'figure' }),
  {
    id: 'key',
    header: es.list.columns.key,
    value: ({ trackingKey }) => trackingKey,
    text: ({ trackingKey }) => trackingKey ?? '—',
    width: 'minmax(17rem, 2fr)',
    card: 'sheet',
  },
];

/** The sales sent to the lender, each with its state and its deposit. */
export function SalesScreen() {
  return (
    <Page title={es.title}>
      <Sales />
    </Page>
  );
}

function Sales() {
  const list = useInfiniteQuery(salesQuery);
  const { data, error, refetch } = list;
  const [typed, setTyped] = useTypedSearch(...useSearchParam('buscar'));
  const search = useDeferredValue(typed);
  const credit = useQuery(creditQuery);
  const sales = data?.pages.flatMap((page) => page.data);
  if (!sales) {
    return (
      <QueryFallback failed={error !== null} onRetry={refetch} title={es.list.failed} lines={8}>
        {null}
      </QueryFallback>
    );
  }
  if (sales.length === 0) {
    return (
      <EmptyState
        drawing="papers"
        level={2}
        title={es.list.emptyTitle}
        action={<Link to={paths.home}>{es.list.toHome}</Link>}
      >
        {es.list.empty}
      </EmptyState>
    );
  }
  return (
    <div className={css.list}>
      <Toolbar label={es.list.search} value={typed} onChange={setTyped}>
        <TableExport table="sales" dated={es.list.dated} today={credit.data?.today} />
      </Toolbar>
      <DataTable
        label={es.list.label}
        noun={['venta', 'ventas']}
        rows={sales}
        columns={columns}
        rowId={rowId}
        search={search}
        initialSort={{ column: 'sale', descending: true }}
        empty={<NothingFound title={es.list.notFound} onClear={() => setTyped('')} />}
      />
      <MoreRows label={es.list.more} list={list} />
    </div>
  );
}
