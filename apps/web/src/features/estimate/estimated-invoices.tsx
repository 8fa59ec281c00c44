import type { EstimatedInvoice } from '@anticipa/contract/estimate';
import { moneyOf } from '@anticipa/domain/money';
import { formatDays } from '@anticipa/texts/format';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatDate } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { PagedTable } from '../../ui/table/paged-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { type EstimateFilter, estimatedQuery } from './api.ts';
import { es } from './es.ts';
import { type Figure, figureColumn } from './figure-column.tsx';

const texts = es.invoices;
const rowId = ({ documentId }: EstimatedInvoice): string => documentId;
const lateText = ({ daysLate }: EstimatedInvoice): string =>
  daysLate > 0 ? texts.late(formatDays(daysLate)) : texts.notLate;

const figure = (id: Figure): Column<EstimatedInvoice> =>
  figureColumn<EstimatedInvoice>(id, (row) => moneyOf(row[id], row.currency));
/** The client, and who owes the invoice. */
const partiesOf = ({ entityName, receiverName }: EstimatedInvoice): string => `${entityName} · ${receiverName}`;

const columns: readonly Column<EstimatedInvoice>[] = [
  {
    id: 'folio',
    header: texts.invoice,
    value: ({ folio }) => folio,
    text: (row) => `${row.folio} · ${partiesOf(row)}`,
    cell: (row) => (
      <CellPair note={partiesOf(row)}>
        <Link to={lenderPaths.invoice} params={{ documentId: row.documentId }}>
          {row.folio}
        </Link>
      </CellPair>
    ),
    width: 'minmax(10rem, 1fr)',
    breaks: true,
    card: 'title',
  },
  {
    id: 'due',
    header: texts.due,
    value: ({ dueDate }) => dueDate,
    text: (row) => `${formatDate(row.dueDate)} · ${lateText(row)}`,
    cell: (row) => <CellPair note={lateText(row)}>{formatDate(row.dueDate)}</CellPair>,
    width: '8.5rem',
    breaks: true,
    card: 'note',
  },
  figure('exposure'),
  figure('estimate'),
  figure('change'),
  figure('suspended'),
  figure('memo'),
];

/** The invoices of a stage, each of which opens. */
export function EstimatedInvoices({
  name,
  filter,
  onBack,
}: {
  name: string;
  filter: EstimateFilter;
  onBack: () => void;
}) {
  const list = useInfiniteQuery(estimatedQuery(filter));
  return (
    <Card
      title={texts.title(name)}
      aside={
        <Button size="small" onClick={onBack}>
          {texts.back}
        </Button>
      }
    >
      <PagedTable
        list={list}
        more={texts.more}
        failed={texts.failed}
        lines={8}
        label={texts.title(name)}
        noun={texts.noun}
        columns={columns}
        rowId={rowId}
        empty={
          <EmptyState drawing="papers" level={3} title={texts.emptyTitle}>
            {texts.empty}
          </EmptyState>
        }
      />
    </Card>
  );
}
