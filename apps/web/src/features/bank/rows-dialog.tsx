import type { BankFile, BankFileRows, BankLine } from '@anticipa/contract/bank-files';
import { confirmPayout } from '@anticipa/contract/collections';
import type { FinancedCurrency } from '@anticipa/domain/money';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../lib/may.ts';
import { Button } from '../../ui/button.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { bankFileQuery } from './api.ts';
import { rowColumns, StateOfLine, stateOf, textOfLine } from './columns.tsx';
import { es } from './es.ts';

type Row = BankFileRows['rows'][number];

const columnsOf = (currency: FinancedCurrency, unreadReason: string | null): readonly Column<Row>[] => [
  ...rowColumns<Row>(currency, ({ line }) => line),
  {
    id: 'kind',
    header: es.columns.file,
    value: ({ kind }) => es.kinds[kind],
    width: '9rem',
    breaks: true,
    card: 'note',
  },
  {
    id: 'state',
    header: es.columns.state,
    value: ({ line }) => (line ? stateOf(line) : es.file.unread(unreadReason ?? '')),
    cell: ({ line }) =>
      line ? (
        <StateOfLine line={line} />
      ) : (
        <StatusBadge tone="neutral">{es.file.unread(unreadReason ?? '')}</StatusBadge>
      ),
    width: 'minmax(12rem, 1.5fr)',
    breaks: true,
    card: 'line',
  },
];

/** Shows every row of a file with its outcome. */
export function RowsDialog(props: {
  file: BankFile;
  currency: FinancedCurrency;
  onReverse: (line: BankLine) => void;
  onClose: () => void;
}) {
  const { file, currency, onReverse, onClose } = props;
  const may = useMay(confirmPayout);
  const { data, error, refetch } = useQuery(bankFileQuery(file.fileId));
  return (
    <Dialog title={file.name} size="large" onClose={onClose}>
      {data ? (
        <DataTable
          label={file.name}
          noun={es.file.rowNoun}
          rows={data.rows}
          columns={columnsOf(currency, data.file.unreadReason)}
          rowId={({ row }) => String(row)}
          height={420}
          {...(may && {
            actions: ({ line }: Row) =>
              line?.bookedAs === 'fee' ? (
                <Button size="small" aria-label={es.reverse.openOf(textOfLine(line))} onClick={() => onReverse(line)}>
                  {es.reverse.open}
                </Button>
              ) : null,
          })}
          empty={null}
        />
      ) : (
        <LoadFallback error={error} onRetry={refetch} title={es.file.rowsFailed} lines={6} />
      )}
    </Dialog>
  );
}
