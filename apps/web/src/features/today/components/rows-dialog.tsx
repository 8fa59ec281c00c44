import type { FigureWithRows, TodayRow } from '@anticipa/contract/today';
import { moneyOf } from '@anticipa/domain/money';
import { everyRow } from '@anticipa/texts/tables/table';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { formatTableDate } from '../../../lib/format.ts';
import { formatDeadline } from '../../../lib/time-left.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../../ui/feedback/load-fallback.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { amountColumn } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { Column } from '../../../ui/table/table-model.ts';
import { todayRowsQuery } from '../api.ts';
import { es } from '../es.ts';
import { places } from '../view-model.ts';

const texts = es.rows;

const linkOf = (figure: FigureWithRows, { id, month }: TodayRow) => {
  if (figure === 'promises') return { ...places.promises, params: { saleId: id } };
  if (figure === 'deposits') return places.deposits;
  return { ...places.cfdi, search: month === null ? {} : { mes: month } };
};

const columnsFor = (figure: FigureWithRows): readonly Column<TodayRow>[] => [
  {
    id: 'number',
    header: texts.number[figure],
    value: ({ number }) => (figure === 'cfdi' ? number : Number(number)),
    text: ({ number }) => (figure === 'cfdi' ? number : texts.sale(number)),
    width: '9rem',
    card: 'title',
  },
  {
    id: 'client',
    header: texts.client,
    value: ({ entityName }) => entityName,
    width: 'minmax(11rem, 1fr)',
    breaks: true,
  },
  {
    id: 'at',
    header: texts.at[figure],
    value: ({ at }) => at,
    text: ({ at }) => (figure === 'cfdi' ? formatTableDate : formatDeadline)(at),
    width: '12.5rem',
    card: 'note',
  },
  amountColumn({
    id: 'amount',
    header: texts.amount[figure],
    pick: ({ amount, currency }) => moneyOf(amount, currency),
    total: everyRow,
    card: 'figure',
  }),
];

/** The rows that a figure counts, each with the way to act on it. */
export function TodayRowsDialog({ figure, onClose }: { figure: FigureWithRows; onClose: () => void }) {
  const { data, error, refetch } = useQuery(todayRowsQuery(figure));
  const columns = useMemo(() => columnsFor(figure), [figure]);
  const { title, caption } = es.figures[figure];
  return (
    <Dialog title={title} size="large" onClose={onClose}>
      <p className="quiet">{caption}</p>
      {data ? (
        <DataTable
          label={title}
          noun={texts.nouns[figure]}
          rows={data}
          columns={columns}
          rowId={({ id }) => id}
          actions={(row: TodayRow) => <Link {...linkOf(figure, row)}>{texts.act[figure]}</Link>}
          empty={
            <EmptyState drawing="papers" level={3} title={texts.emptyTitle}>
              {texts.empty}
            </EmptyState>
          }
        />
      ) : (
        <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={4} />
      )}
    </Dialog>
  );
}
