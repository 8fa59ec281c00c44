import { getLenderSale } from '@anticipa/contract/lender';
import type {
  DepositedSale,
  listDepositedSales,
  listExposures,
  PairExposure,
} from '@anticipa/contract/lender-overview';
import type { SentQueryOf } from '@anticipa/contract/route';
import { type FinancedCurrency, type Money, moneyOf, sum } from '@anticipa/domain/money';
import { everyRow } from '@anticipa/texts/tables/table';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { formatTableDate } from '../../../lib/format.ts';
import { lenderPaths } from '../../../lib/lender-paths.ts';
import { useMay } from '../../../lib/may.ts';
import { type ProductNames, useProductNames } from '../../../lib/product-names.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../../ui/feedback/load-fallback.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { amountColumn } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { Column } from '../../../ui/table/table-model.ts';
import { depositedSalesQuery, exposuresQuery } from '../api.ts';
import { es } from '../es.ts';

/** The rows behind a figure. */
export type Opened = { readonly title: string } & (
  | { readonly kind: 'exposure'; readonly query: SentQueryOf<typeof listExposures> }
  | { readonly kind: 'week'; readonly query: SentQueryOf<typeof listDepositedSales> }
);

/** The rows of a figure, with their sum. */
export const RowsDialog = ({ of, onClose }: { of: Opened; onClose: () => void }) => (
  <Dialog title={of.title} size="large" onClose={onClose}>
    {of.kind === 'exposure' ? (
      <Exposures query={of.query} title={of.title} />
    ) : (
      <Sales query={of.query} title={of.title} />
    )}
  </Dialog>
);

function Exposures({ query, title }: { query: SentQueryOf<typeof listExposures>; title: string }) {
  return (
    <Rows
      of={useQuery(exposuresQuery(query))}
      title={title}
      noun={['renglón', 'renglones']}
      columns={exposureColumns}
      rowId={pairId}
    />
  );
}

function Sales({ query, title }: { query: SentQueryOf<typeof listDepositedSales>; title: string }) {
  const names = useProductNames();
  const maySeeSale = useMay(getLenderSale);
  const columns = useMemo(() => saleColumns(names, maySeeSale), [names, maySeeSale]);
  return (
    <Rows
      of={useQuery(depositedSalesQuery(query))}
      title={title}
      noun={['venta', 'ventas']}
      columns={columns}
      rowId={saleIdOf}
    />
  );
}

/** Owed, together with what leaves with the next deposits. */
export const exposureOf = (of: { held: string; owed: string; currency: FinancedCurrency }): Money =>
  sum(of.currency, [moneyOf(of.held, of.currency), moneyOf(of.owed, of.currency)]);

const pairId = ({ clientId, companyId }: PairExposure): string => `${clientId} ${companyId}`;
const saleIdOf = ({ saleId }: DepositedSale): string => saleId;

function Rows<Row>(props: {
  of: UseQueryResult<Row[]>;
  title: string;
  noun: readonly [string, string];
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
}) {
  const { of, title, noun, columns, rowId } = props;
  if (!of.data) {
    return <LoadFallback error={of.error} onRetry={of.refetch} title={es.rows.failed} lines={6} />;
  }
  return (
    <DataTable
      label={title}
      noun={noun}
      rows={of.data}
      columns={columns}
      rowId={rowId}
      empty={
        <EmptyState drawing="papers" level={3} title={es.rows.emptyTitle}>
          {es.rows.empty}
        </EmptyState>
      }
    />
  );
}

const client = <Row extends { readonly clientId: string; readonly entityName: string }>(): Column<Row> => ({
  id: 'client',
  header: es.rows.client,
  value: ({ entityName }) => entityName,
  cell: ({ clientId, entityName }) => (
    <Link to={lenderPaths.client} params={{ clientId }}>
      {entityName}
    </Link>
  ),
  width: 'minmax(11rem, 2fr)',
  card: 'title',
});

const exposureColumns: readonly Column<PairExposure>[] = [
  client(),
  {
    id: 'receiver',
    header: es.rows.receiver,
    value: ({ receiverName }) => receiverName,
    width: 'minmax(11rem, 2fr)',
    breaks: true,
  },
  amountColumn({ id: 'owed', header: es.owed, pick: ({ owed, currency }) => moneyOf(owed, currency), total: everyRow }),
  amountColumn({ id: 'held', header: es.held, pick: ({ held, currency }) => moneyOf(held, currency), total: everyRow }),
  amountColumn({ id: 'exposure', header: es.amount, pick: exposureOf, total: everyRow, card: 'figure' }),
];

const saleColumns = (names: ProductNames, maySeeSale: boolean): readonly Column<DepositedSale>[] => [
  {
    id: 'sale',
    header: es.rows.sale,
    value: ({ numberOfSale }) => numberOfSale,
    text: ({ numberOfSale }) => es.rows.number(numberOfSale),
    ...(maySeeSale && {
      cell: ({ saleId, numberOfSale }) => (
        <Link to={lenderPaths.sale} params={{ saleId }}>
          {es.rows.number(numberOfSale)}
        </Link>
      ),
    }),
    width: '7.5rem',
  },
  client(),
  { id: 'product', header: es.rows.product, value: ({ product }) => names[product], width: '9rem' },
  {
    id: 'day',
    header: es.rows.day,
    value: ({ disbursedAt }) => disbursedAt,
    text: ({ disbursedAt }) => formatTableDate(disbursedAt),
    width: '12rem',
  },
  amountColumn({
    id: 'total',
    header: es.rows.invoices,
    pick: ({ total, currency }) => moneyOf(total, currency),
    total: everyRow,
  }),
  amountColumn({
    id: 'deposit',
    header: es.deposit,
    pick: ({ deposit, currency }) => moneyOf(deposit, currency),
    total: everyRow,
    card: 'figure',
  }),
  amountColumn({
    id: 'interest',
    header: es.rows.interest,
    pick: ({ interest, currency }) => moneyOf(interest, currency),
    total: everyRow,
  }),
];
