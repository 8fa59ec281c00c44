import { disburseSale, getLenderSale } from '@anticipa/contract/lender';
import type { PayableDeposit } from '@anticipa/contract/payables';
import { moneyOf } from '@anticipa/domain/money';
import { everyRow } from '@anticipa/texts/tables/table';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { formatMoney } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { useMay } from '../../lib/may.ts';
import { timeLeft } from '../../lib/time-left.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn } from '../../ui/table/columns.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { AccountText, accountColumn } from './account.tsx';
import { useBookDeposit } from './api.ts';
import { BookedByHand } from './booked-by-hand.tsx';
import { es } from './es.ts';
import { type Line, PaymentTable, statusColumn } from './payment-table.tsx';

const texts = es.deposits;

const rowId = ({ saleId }: PayableDeposit): string => saleId;
const amountOf = ({ amount, currency }: PayableDeposit) => moneyOf(amount, currency);

const promiseText = (promisedAt: string, now: string): string => {
  const { isLate, time } = timeLeft(promisedAt, now);
  return isLate ? es.late(time) : es.left(time);
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
    width: 'minmax(11.5rem, 1fr)',
    breaks: true,
    card: 'title',
  },
  accountColumn(es.noAccount),
  amountColumn({ id: 'deposit', header: es.columns.deposit, pick: amountOf, total: everyRow, card: 'figure' }),
  statusColumn(),
];

const lineOf = (deposit: PayableDeposit): Line => ({
  name: `${es.sale(deposit.numberOfSale)} · ${deposit.entityName}`,
  amount: amountOf(deposit),
  account: deposit.account,
  wanted: { purpose: 'deposit', saleId: deposit.saleId, amount: deposit.amount },
});

/** The deposits of authorised sales, the most urgent first. */
export function Deposits({ deposits, now }: { deposits: readonly PayableDeposit[]; now: string }) {
  const hasLinks = useMay(getLenderSale);
  const columns = useMemo(() => columnsAt(now, hasLinks), [now, hasLinks]);
  return (
    <PaymentTable
      texts={texts}
      rows={deposits}
      columns={columns}
      rowId={rowId}
      lineOf={lineOf}
      mayRegister={useMay(disburseSale)}
      dialogOf={(deposit, onClose) => <ByHandDialog deposit={deposit} now={now} onClose={onClose} />}
    />
  );
}

/** Books a deposit that somebody transferred at the bank. */
function ByHandDialog({ deposit, now, onClose }: { deposit: PayableDeposit; now: string; onClose: () => void }) {
  const { numberOfSale, entityName, account, count, way } = deposit;
  const amount = formatMoney(amountOf(deposit));
  return (
    <BookedByHand
      now={now}
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
