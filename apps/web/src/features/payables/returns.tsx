import { confirmReturn, keepPayment } from '@anticipa/contract/collections';
import type { PayableReturn } from '@anticipa/contract/payables';
import { moneyOf } from '@anticipa/domain/money';
import { everyRow } from '@anticipa/texts/tables/table';
import { useState } from 'react';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { useMay } from '../../lib/may.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn } from '../../ui/table/columns.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { AccountText, accountColumn } from './account.tsx';
import { useBookReturn, useKeep } from './api.ts';
import { BookedByHand } from './booked-by-hand.tsx';
import { es } from './es.ts';
import { type Line, PaymentTable, statusColumn } from './payment-table.tsx';

const texts = es.returns;
const rowId = ({ paymentId }: PayableReturn): string => paymentId;
const amountOf = ({ amount, currency }: PayableReturn) => moneyOf(amount, currency);

const columns: readonly Column<PayableReturn>[] = [
  {
    id: 'key',
    header: es.columns.key,
    value: ({ trackingKey }) => trackingKey,
    text: ({ trackingKey, valueDate }) => `${trackingKey} · ${formatDate(valueDate)}`,
    cell: ({ trackingKey, valueDate }) => (
      <CellPair note={texts.arrived(formatDate(valueDate))}>{trackingKey}</CellPair>
    ),
    width: 'minmax(10rem, 1fr)',
    breaks: true,
    card: 'title',
  },
  accountColumn(es.senderUnknown),
  {
    id: 'reference',
    header: es.columns.reference,
    value: ({ reference }) => reference,
    width: 'minmax(7rem, 1fr)',
    breaks: true,
  },
  amountColumn({
    id: 'amount',
    header: es.columns.amount,
    pick: amountOf,
    total: everyRow,
    width: '10.5rem',
    card: 'figure',
  }),
  statusColumn(),
];

const lineOf = (payment: PayableReturn): Line => ({
  name: payment.trackingKey,
  amount: amountOf(payment),
  account: payment.account,
  wanted: { purpose: 'return', paymentId: payment.paymentId, amount: payment.amount },
});

/** Money of unknown purpose that goes back to its payer. */
export function Returns({ returns, now }: { returns: readonly PayableReturn[]; now: string }) {
  const mayKeep = useMay(keepPayment);
  const [kept, keep] = useState<PayableReturn | null>(null);
  return (
    <>
      <PaymentTable
        texts={texts}
        rows={returns}
        columns={columns}
        rowId={rowId}
        lineOf={lineOf}
        mayRegister={useMay(confirmReturn)}
        {...(mayKeep && {
          besides: (payment: PayableReturn) => (
            <Button
              size="small"
              variant="quiet"
              aria-label={texts.keepOf(payment.trackingKey)}
              onClick={() => keep(payment)}
            >
              {texts.keep}
            </Button>
          ),
        })}
        dialogOf={(payment, onClose) => <ReturnDialog payment={payment} now={now} onClose={onClose} />}
      />
      {kept ? <KeepDialog payment={kept} onClose={() => keep(null)} /> : null}
    </>
  );
}

/** Takes back the decision to send money back. */
function KeepDialog({ payment, onClose }: { payment: PayableReturn; onClose: () => void }) {
  return (
    <FormDialog<object, { reason: string }, unknown>
      title={texts.keepTitle}
      size="small"
      submit={texts.keep}
      values={{}}
      changing={useKeep(payment)}
      bodyOf={({ reason }) => ({ reason })}
      onDone={() => texts.keepDone}
      onClose={onClose}
    >
      <p>{texts.keepText(formatMoney(amountOf(payment)), payment.trackingKey)}</p>
    </FormDialog>
  );
}

function ReturnDialog({ payment, now, onClose }: { payment: PayableReturn; now: string; onClose: () => void }) {
  const amount = formatMoney(amountOf(payment));
  return (
    <BookedByHand
      now={now}
      title={texts.handTitle}
      text={texts.handText(amount, payment.bank, payment.trackingKey)}
      amount={amount}
      to={<AccountText of={payment.account} none={payment.bank || es.senderUnknown} />}
      booking={useBookReturn(payment)}
      done={texts.handDone}
      onClose={onClose}
    />
  );
}
