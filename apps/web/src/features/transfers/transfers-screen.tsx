import { closeTransfer, orderTransfer, type TroubledTransfer } from '@anticipa/contract/transfers';
import { moneyOf } from '@anticipa/domain/money';
import type { TransferTrouble } from '@anticipa/domain/transfer-order';
import { everyRow } from '@anticipa/texts/tables/table';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatTableDate } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { useMay } from '../../lib/may.ts';
import { Button } from '../../ui/button.tsx';
import { Explanation } from '../../ui/explanation.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { transfersQuery } from './api.ts';
import { CloseDialog, OrderDialog } from './dialogs.tsx';
import { es } from './es.ts';
import css from './transfers.module.css';

const tones: Readonly<Record<TransferTrouble, Tone>> = {
  failed: 'bad',
  returned: 'bad',
  lost: 'bad',
  unknown: 'warn',
  late: 'warn',
  closed: 'neutral',
};

const rowId = ({ orderId }: TroubledTransfer): string => orderId;

/** The bank's words, or what can be done. */
const noteOf = ({ failure, trouble }: TroubledTransfer): string => failure ?? es.advice[trouble];

const columns: readonly Column<TroubledTransfer>[] = [
  {
    id: 'sale',
    header: es.columns.sale,
    value: ({ numberOfSale }) => numberOfSale,
    text: ({ numberOfSale, entityName }) => `${es.sale(numberOfSale)} · ${entityName}`,
    cell: ({ saleId, numberOfSale, entityName }) => (
      <CellPair note={entityName}>
        <Link to={lenderPaths.sale} params={{ saleId }}>
          {es.sale(numberOfSale)}
        </Link>
      </CellPair>
    ),
    width: 'minmax(12rem, 1fr)',
    breaks: true,
    card: 'title',
  },
  amountColumn({
    id: 'amount',
    header: es.columns.amount,
    pick: ({ amount }) => moneyOf(amount, 'MXN'),
    total: everyRow,
    width: '11rem',
  }),
  {
    id: 'trouble',
    header: es.columns.trouble,
    value: ({ trouble }) => es.troubles[trouble],
    text: (row) => `${es.troubles[row.trouble]}: ${noteOf(row)}`,
    cell: (row) => (
      <CellPair note={<span title={es.advice[row.trouble]}>{noteOf(row)}</span>}>
        <StatusBadge tone={tones[row.trouble]}>{es.troubles[row.trouble]}</StatusBadge>
      </CellPair>
    ),
    width: 'minmax(15rem, 2fr)',
    breaks: true,
    card: 'note',
  },
  {
    id: 'ordered',
    header: es.columns.ordered,
    value: ({ orderedAt }) => orderedAt,
    text: ({ orderedAt, trackingKey }) => `${formatTableDate(orderedAt)} · ${trackingKey}`,
    cell: ({ orderedAt, trackingKey }) => <CellPair note={trackingKey}>{formatTableDate(orderedAt)}</CellPair>,
    width: '14rem',
  },
];

type Chosen = { readonly step: 'order' | 'close'; readonly transfer: TroubledTransfer };

const stepOf = ({ trouble }: TroubledTransfer): Chosen['step'] | null => {
  if (trouble === 'lost') return 'close';
  return trouble === 'unknown' || trouble === 'late' ? null : 'order';
};

/** Transfers that did not arrive, with what an operator can do about each. */
export function TransfersScreen() {
  const { data, error, refetch } = useQuery(transfersQuery);
  const may = { order: useMay(orderTransfer), close: useMay(closeTransfer) };
  const [chosen, choose] = useState<Chosen | null>(null);
  if (!data) {
    return <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={6} />;
  }
  const actions: Column<TroubledTransfer> = {
    id: 'action',
    header: es.columns.action,
    value: () => null,
    cell: (transfer) => {
      const step = stepOf(transfer);
      if (step === null || !may[step]) return es.none;
      const texts = step === 'order' ? es.again : es.close;
      return (
        <Button
          size="small"
          onClick={() => choose({ step, transfer })}
          aria-label={texts.openOf(transfer.numberOfSale)}
        >
          {texts.open}
        </Button>
      );
    },
    width: '11rem',
    sortable: false,
    only: 'screen',
  };
  const close = (): void => choose(null);
  return (
    <section className={css.screen} aria-label={es.label}>
      <Explanation>{es.explained}</Explanation>
      <DataTable
        label={es.label}
        noun={['transferencia', 'transferencias']}
        rows={data}
        columns={may.order || may.close ? [...columns, actions] : columns}
        rowId={rowId}
        empty={
          <EmptyState drawing="papers" level={2} title={es.emptyTitle}>
            {es.empty}
          </EmptyState>
        }
      />
      {chosen?.step === 'order' ? <OrderDialog transfer={chosen.transfer} onClose={close} /> : null}
      {chosen?.step === 'close' ? <CloseDialog transfer={chosen.transfer} onClose={close} /> : null}
    </section>
  );
}
