import type { PayableDeposit } from '@anticipa/contract/payables';
import { orderTransfers, type WantedPayment } from '@anticipa/contract/transfers';
import { type FinancedCurrency, type Money, sumPerCurrency } from '@anticipa/domain/money';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../lib/may.ts';
import { ActionBar, ActionFigure } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { MoneyList } from '../../ui/money.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { es } from './es.ts';
import { OrderDialog } from './order-dialog.tsx';

/** A payment of any purpose, as the table and the dialog need it. */
export interface Line {
  /** Names it among the others, as in 'Venta 12 · Aceros'. */
  readonly name: string;
  readonly amount: Money<FinancedCurrency>;
  readonly account: PayableDeposit['account'];
  readonly wanted: WantedPayment;
}

type Standing = Pick<PayableDeposit, 'obstacle' | 'way'>;

/** Why a payment cannot be ordered with others; null if it can. */
const reasonOf = ({ obstacle, way }: Standing): string | null => {
  if (way === 'ordered') return es.orderedNote;
  if (way === 'filed') return es.filedNote;
  if (way === 'proposed') return es.proposedNote;
  if (obstacle !== null) return es.obstacleNotes[obstacle];
  return way === 'hand' ? es.cannotOrder : null;
};

const statusOf = ({ obstacle, way }: Standing) => {
  if (way === 'ordered' || way === 'filed' || way === 'proposed') return { tone: 'neutral', text: es[way] } as const;
  if (obstacle !== null) return { tone: 'warn', text: es.obstacles[obstacle] } as const;
  return { tone: 'good', text: way === 'order' ? es.ready : es.byHand } as const;
};

/** Whether a payment can go now, and how. */
export const statusColumn = <Row extends Standing>(): Column<Row> => ({
  id: 'status',
  header: es.columns.status,
  value: (row) => statusOf(row).text,
  cell: (row) => (
    <CellPair note={reasonOf(row)}>
      <StatusBadge tone={statusOf(row).tone}>{statusOf(row).text}</StatusBadge>
    </CellPair>
  ),
  width: 'minmax(11rem, 13.5rem)',
  breaks: true,
  card: 'note',
});

/** Payments to make: ordered at the bank together, or made there by a person and registered one by one. */
export function PaymentTable<Row extends Standing>(props: {
  texts: {
    readonly label: string;
    readonly noun: readonly [one: string, many: string];
    readonly handOf: (name: string) => string;
    readonly emptyTitle: string;
    readonly empty: string;
  };
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  lineOf: (row: Row) => Line;
  mayRegister: boolean;
  /** Beside the registration of a payment that the bank is not making. */
  besides?: (row: Row) => ReactNode;
  dialogOf: (row: Row, onClose: () => void) => ReactNode;
}) {
  const { texts, rows, columns, rowId, lineOf, mayRegister, besides, dialogOf } = props;
  const mayOrder = useMay(orderTransfers);
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const [isOrdering, setOrdering] = useState(false);
  const [byHand, setByHand] = useState<Row | null>(null);
  const chosen = rows.filter((row) => selected.has(rowId(row)) && reasonOf(row) === null).map(lineOf);
  return (
    <>
      <DataTable
        label={texts.label}
        noun={texts.noun}
        rows={rows}
        columns={columns}
        rowId={rowId}
        {...(mayOrder && { selection: { selected, onChange: select, reason: reasonOf } })}
        actionsWidth={besides ? '13rem' : '7rem'}
        {...(mayRegister && {
          actions: (row: Row) =>
            row.obstacle === null && row.way !== 'ordered' && row.way !== 'proposed' ? (
              <>
                <Button size="small" aria-label={texts.handOf(lineOf(row).name)} onClick={() => setByHand(row)}>
                  {es.register}
                </Button>
                {row.way === 'filed' ? null : besides?.(row)}
              </>
            ) : null,
        })}
        empty={
          <EmptyState drawing="papers" level={2} title={texts.emptyTitle}>
            {texts.empty}
          </EmptyState>
        }
      />
      {chosen.length > 0 ? (
        <ActionBar
          label={es.chosen}
          figures={
            <ActionFigure label={es.payments(chosen.length)}>
              <MoneyList amounts={sumPerCurrency(chosen.map(({ amount }) => amount))} />
            </ActionFigure>
          }
        >
          <Button variant="primary" onClick={() => setOrdering(true)}>
            {es.order.open(chosen.length)}
          </Button>
        </ActionBar>
      ) : null}
      {isOrdering ? (
        <OrderDialog lines={chosen} onDone={() => select(new Set())} onClose={() => setOrdering(false)} />
      ) : null}
      {byHand ? dialogOf(byHand, () => setByHand(null)) : null}
    </>
  );
}
