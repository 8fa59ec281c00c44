import type { PaymentReference } from '@anticipa/contract/references';
import { moneyOf } from '@anticipa/domain/money';
import { referenceAmount } from '@anticipa/texts/tables/references';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo } from 'react';
import { formatDate, formatMoney, formatTableDate } from '../../../lib/format.ts';
import { creditQuery } from '../../../lib/queries.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useSearchParam } from '../../../lib/use-search-param.ts';
import { Button, TextButton } from '../../../ui/button.tsx';
import { NothingFound } from '../../../ui/feedback/empty-state.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { CellPair } from '../../../ui/table/cell-pair.tsx';
import { tableColumn } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { TableExport } from '../../../ui/table/table-export.tsx';
import type { Column } from '../../../ui/table/table-model.ts';
import { Toolbar } from '../../../ui/toolbar.tsx';
import { useTypedSearch } from '../../../ui/use-typed-search.ts';
import { pdfQuery } from '../api.ts';
import { es } from '../es.ts';
import css from '../references.module.css';
import { isPartlyPaid, toneOf } from '../view-model.ts';

interface TableProps {
  readonly references: readonly PaymentReference[];
  /** Both receive the text of the reference. */
  readonly onOpen: (reference: string) => void;
  readonly onNotPrinted: (reference: string) => void;
}

const rowId = ({ id }: PaymentReference): string => id;

/** [REF-01] The references as a table, newest first by default. */
export function ReferenceTable({ references, onOpen, onNotPrinted }: TableProps) {
  const [typed, setTyped] = useTypedSearch(...useSearchParam('buscar'));
  const credit = useQuery(creditQuery);
  const columns = useMemo(() => columnsFor(onOpen), [onOpen]);
  const print = useCallback(
    (row: PaymentReference) => <PrintButton row={row} onFailed={() => onNotPrinted(row.reference)} />,
    [onNotPrinted],
  );
  return (
    <div className={css.list}>
      <Toolbar label={es.list.search} value={typed} onChange={setTyped}>
        <TableExport table="references" dated={es.list.dated} today={credit.data?.today} />
      </Toolbar>
      <DataTable
        label={es.list.label}
        noun={['referencia', 'referencias']}
        rows={references}
        columns={columns}
        rowId={rowId}
        search={useDeferredValue(typed)}
        initialSort={{ column: 'date', descending: true }}
        actions={print}
        empty={<NothingFound title={es.list.notFoundTitle} onClear={() => setTyped('')} />}
      />
    </div>
  );
}

const columnsFor = (onOpen: (reference: string) => void): readonly Column<PaymentReference>[] => [
  {
    id: 'date',
    header: 'Creación',
    value: ({ date }) => date,
    text: ({ date }) => formatTableDate(date),
    width: '12.75rem',
    card: 'title',
  },
  {
    id: 'reference',
    header: 'Referencia',
    value: ({ reference }) => reference,
    cell: ({ reference }) => (
      <TextButton aria-label={es.list.open(reference)} onClick={() => onOpen(reference)}>
        {reference}
      </TextButton>
    ),
    width: 'minmax(9.5rem, 1fr)',
  },
  { id: 'count', header: 'No. de Facturas', value: ({ count }) => count, align: 'end', width: '9rem' },
  tableColumn(referenceAmount, (row: PaymentReference) => row, {
    cell: ({ amount, left, state, currency }) => (
      <CellPair note={isPartlyPaid({ amount, left, state }) ? es.list.left(formatMoney(moneyOf(left, currency))) : ''}>
        {formatMoney(moneyOf(amount, currency))}
      </CellPair>
    ),
    width: '10rem',
    card: 'figure',
  }),
  {
    id: 'state',
    header: es.list.state,
    value: ({ state }) => es.states[state],
    cell: ({ state, validUntil }) => (
      <CellPair note={state === 'pending' ? es.list.validUntil(formatDate(validUntil)) : ''}>
        <StatusBadge tone={toneOf[state]}>{es.states[state]}</StatusBadge>
      </CellPair>
    ),
    width: '10.5rem',
  },
  {
    id: 'by',
    header: 'Generada por',
    value: ({ ClientUser: { firstName, lastName } }) => `${firstName} ${lastName}`,
    width: 'minmax(9rem, 2fr)',
  },
];

/** [REF-02] Saves the reference as a PDF named after it. */
function PrintButton({ row, onFailed }: { row: PaymentReference; onFailed: () => void }) {
  const queries = useQueryClient();
  const printing = useMutation({
    mutationFn: async () => saveFile(await queries.fetchQuery(pdfQuery(row.id))),
    onError: (error) => {
      console.error('the PDF was not made', error);
      onFailed();
    },
  });
  return (
    <Button
      variant="quiet"
      size="small"
      icon="download"
      busy={printing.isPending}
      aria-label={es.list.print(row.reference)}
      onClick={() => printing.mutate()}
    >
      {es.list.pdf}
    </Button>
  );
}
