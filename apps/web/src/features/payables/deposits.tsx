import { getLenderSale } from '@anticipa/contract/lender';
import type { PayableDeposit } from '@anticipa/contract/payables';
import { orderTransfer } from '@anticipa/contract/transfers';
import { moneyOf, sumPerCurrency } from '@anticipa/domain/money';
import { everyRow } from '@anticipa/texts/tables/table';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { formatMoney } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { useMay } from '../../lib/may.ts';
import { timeLeft } from '../../lib/time-left.ts';
import { ActionBar, ActionFigure } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { MoneyList } from '../../ui/money.tsx';
import { Dialog, DialogButtons } from '../../ui/overlay/dialog.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { type Ordered, useBookDeposit, useOrderDeposits } from './api.ts';
import { AccountText, accountColumn, BookedByHand } from './booked-by-hand.tsx';
import { es } from './es.ts';

const texts = es.deposits;

const rowId = ({ saleId }: PayableDeposit): string => saleId;
const amountOf = ({ amount, currency }: PayableDeposit) => moneyOf(amount, currency);

/** Why a deposit cannot be ordered with others; null if it can. */
const reasonOf = ({ obstacle, way }: PayableDeposit): string | null => {
  if (obstacle !== null) return es.obstacleNotes[obstacle];
  if (way === 'order') return null;
  if (way === 'filed') return es.filedNote;
  return way === 'hand' ? texts.cannotOrder : es.orderedNote;
};

const promiseText = (promisedAt: string, now: string): string => {
  const { isLate, time } = timeLeft(promisedAt, now);
  return isLate ? es.late(time) : es.left(time);
};

const statusOf = ({ obstacle, way }: PayableDeposit) => {
  if (way === 'ordered' || way === 'filed') return { tone: 'neutral', text: es[way] } as const;
  if (obstacle !== null) return { tone: 'warn', text: es.obstacles[obstacle] } as const;
  return { tone: 'good', text: way === 'order' ? es.ready : es.byHand } as const;
};

const columnsAt = (now: string, hasLinks: boolean): readonly Column<PayableDeposit>[] => [
  {
    id: 'promise',
    header: es.columns.promise,
    value: ({ promisedAt }) => promisedAt,
    text: ({ promisedAt }) => promiseText(promisedAt, now),
    cell: ({ promisedAt }) => (
      <StatusBadge tone={timeLeft(promisedAt, now).isLate ? 'bad' : 'neutral'} icon="clock">
        {promiseText(promisedAt, now)}
      </StatusBadge>
    ),
    width: '8.5rem',
    card: 'note',
  },
  {
    id: 'sale',
    header: es.columns.sale,
    value: ({ numberOfSale }) => numberOfSale,
    text: ({ numberOfSale, entityName }) => `${es.sale(numberOfSale)} · ${entityName}`,
    cell: ({ saleId, numberOfSale, entityName, count }) => (
      <CellPair note={`${entityName} · ${es.invoices(count)}`}>
        {hasLinks ? (
          <Link to={lenderPaths.sale} params={{ saleId }}>
            {es.sale(numberOfSale)}
          </Link>
        ) : (
          es.sale(numberOfSale)
        )}
      </CellPair>
    ),
    width: 'minmax(13rem, 1.5fr)',
    breaks: true,
    card: 'title',
  },
  accountColumn(es.noAccount),
  amountColumn({ id: 'deposit', header: es.columns.deposit, pick: amountOf, total: everyRow, card: 'figure' }),
  {
    id: 'status',
    header: es.columns.status,
    value: (deposit) => statusOf(deposit).text,
    cell: (deposit) => (
      <span title={reasonOf(deposit) ?? undefined}>
        <StatusBadge tone={statusOf(deposit).tone}>{statusOf(deposit).text}</StatusBadge>
      </span>
    ),
    width: '13rem',
    card: 'note',
  },
];

/** The deposits of authorised sales, the most urgent first: ordered at the bank together, or booked one by one. */
export function Deposits({ deposits, now }: { deposits: readonly PayableDeposit[]; now: string }) {
  const may = useMay(orderTransfer);
  const hasLinks = useMay(getLenderSale);
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const [isOrdering, setOrdering] = useState(false);
  const [byHand, setByHand] = useState<PayableDeposit | null>(null);
  const columns = useMemo(() => columnsAt(now, hasLinks), [now, hasLinks]);
  const chosen = deposits.filter((deposit) => selected.has(deposit.saleId) && reasonOf(deposit) === null);
  return (
    <>
      <DataTable
        label={texts.label}
        noun={['venta', 'ventas']}
        rows={deposits}
        columns={columns}
        rowId={rowId}
        {...(may && {
          selection: { selected, onChange: select, reason: reasonOf },
          actions: (deposit: PayableDeposit) =>
            deposit.obstacle === null && deposit.way !== 'ordered' ? (
              <Button size="small" aria-label={texts.handOf(deposit.numberOfSale)} onClick={() => setByHand(deposit)}>
                {texts.hand}
              </Button>
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
          label={texts.chosen}
          figures={
            <ActionFigure label={texts.selected(chosen.length)}>
              <MoneyList amounts={sumPerCurrency(chosen.map(amountOf))} />
            </ActionFigure>
          }
        >
          <Button variant="primary" onClick={() => setOrdering(true)}>
            {texts.order(chosen.length)}
          </Button>
        </ActionBar>
      ) : null}
      {isOrdering ? (
        <OrderDialog
          deposits={chosen}
          onDone={({ refused }) => select(new Set(refused.map(({ deposit }) => deposit.saleId)))}
          onClose={() => setOrdering(false)}
        />
      ) : null}
      {byHand ? <ByHandDialog deposit={byHand} onClose={() => setByHand(null)} /> : null}
    </>
  );
}

/** Confirms the orders before they are sent to the bank, and stays open to list any that were refused. */
function OrderDialog(props: {
  deposits: readonly PayableDeposit[];
  onDone: (ordered: Ordered) => void;
  onClose: () => void;
}) {
  const { onDone, onClose } = props;
  // Ordered deposits leave the selection, and must not leave the dialog.
  const [deposits] = useState(props.deposits);
  const [done, setDone] = useState(0);
  const ordering = useOrderDeposits(setDone);
  const { data, isPending } = ordering;
  const send = (): void =>
    ordering.mutate(deposits, {
      onSuccess: (result) => {
        onDone(result);
        if (result.refused.length > 0) return;
        showToast({ text: texts.allOrdered(result.ordered.length), tone: 'good' });
        onClose();
      },
    });
  return (
    <Dialog
      title={texts.title}
      size="medium"
      closable={!isPending}
      onClose={onClose}
      footer={
        data ? (
          <Button variant="primary" onClick={onClose}>
            {es.close}
          </Button>
        ) : (
          <DialogButtons
            confirm={texts.confirm}
            busy={isPending}
            focus="confirm"
            onConfirm={send}
            onClose={isPending ? () => {} : onClose}
          />
        )
      }
    >
      <div className="stack">
        {data ? (
          <Notice tone="warn" title={texts.refused(data.ordered.length, data.refused.length)}>
            <ul>
              {data.refused.map(({ deposit, because }) => (
                <li key={deposit.saleId}>{`${es.sale(deposit.numberOfSale)}: ${failureText(because)}`}</li>
              ))}
            </ul>
          </Notice>
        ) : (
          <>
            <p>{texts.text(deposits.length)}</p>
            <MoneyList amounts={sumPerCurrency(deposits.map(amountOf))} />
            <ul>
              {deposits.map(({ saleId, numberOfSale, entityName, account, ...deposit }) => (
                <li key={saleId}>
                  {`${es.sale(numberOfSale)} · ${entityName} · ${formatMoney(moneyOf(deposit.amount, deposit.currency))} · `}
                  <AccountText of={account} none={es.noAccount} />
                </li>
              ))}
            </ul>
            <p role="status">{isPending ? texts.sending(done, deposits.length) : null}</p>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Books a deposit that somebody transferred at the bank. */
function ByHandDialog({ deposit, onClose }: { deposit: PayableDeposit; onClose: () => void }) {
  const { numberOfSale, entityName, account, count, way } = deposit;
  const amount = formatMoney(amountOf(deposit));
  return (
    <BookedByHand
      title={texts.handTitle(numberOfSale)}
      text={texts.handText(amount, count)}
      amount={amount}
      to={
        <>
          {entityName}
          <br />
          <AccountText of={account} none={es.noAccount} />
        </>
      }
      warning={way === 'order' ? <Notice tone="warn" title={texts.orderedByPortal} /> : null}
      booking={useBookDeposit(deposit)}
      done={texts.handDone(numberOfSale)}
      onClose={onClose}
    />
  );
}
