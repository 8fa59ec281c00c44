import type { Payables } from '@anticipa/contract/payables';
import {
  downloadPaymentFile,
  type FiledPayment,
  makePaymentFile,
  PAYMENT_FILES_LIMIT,
  type PaymentFile,
} from '@anticipa/contract/payment-files';
import { moneyOf, sum } from '@anticipa/domain/money';
import { everyRow } from '@anticipa/texts/tables/table';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoney, formatTableDate } from '../../lib/format.ts';
import { useMay } from '../../lib/may.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Clabe } from '../../ui/clabe.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Explanation } from '../../ui/explanation.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { downloadFile, paymentFilesQuery, useBookFiled, useWithdraw } from './api.ts';
import { BookedByHand } from './booked-by-hand.tsx';
import { es as payablesTexts } from './es.ts';
import { FileDialog } from './file-dialog.tsx';
import { LayoutDialog } from './layout-dialog.tsx';

const es = payablesTexts.files;

const openOf = ({ payments }: PaymentFile): number => payments.filter(({ state }) => state === 'filed').length;

const columns: readonly Column<PaymentFile>[] = [
  {
    id: 'number',
    header: es.columns.number,
    value: ({ number }) => number,
    text: ({ number }) => es.number(number),
    cell: ({ number, madeBy, madeAt }) => (
      <CellPair note={es.by(madeBy, formatTableDate(madeAt))}>{es.number(number)}</CellPair>
    ),
    width: 'minmax(15rem, 2fr)',
    breaks: true,
    card: 'title',
  },
  { id: 'layout', header: es.columns.layout, value: ({ layout }) => layout, width: 'minmax(10rem, 1fr)', breaks: true },
  amountColumn({
    id: 'amount',
    header: es.columns.amount,
    pick: ({ currency, payments }) =>
      sum(
        currency,
        payments.map(({ amount }) => moneyOf(amount, currency)),
      ),
    total: null,
    card: 'figure',
  }),
  {
    id: 'state',
    header: es.columns.state,
    value: openOf,
    text: (file) => `${es.payments(file.payments.length)} · ${openOf(file) > 0 ? es.open(openOf(file)) : es.closed}`,
    cell: (file) => (
      <CellPair note={es.payments(file.payments.length)}>
        <StatusBadge tone={openOf(file) > 0 ? 'warn' : 'good'}>
          {openOf(file) > 0 ? es.open(openOf(file)) : es.closed}
        </StatusBadge>
      </CellPair>
    ),
    width: '11rem',
    card: 'note',
  },
];

type Opened = 'new' | 'layouts' | { readonly file: PaymentFile /** To be booked. */; readonly payment?: FiledPayment };

/** Files of transfers for the bank, and what became of their payments. */
export function Files({ payables }: { payables: Payables }) {
  const may = useMay(makePaymentFile);
  const mayDownload = useMay(downloadPaymentFile);
  const [opened, open] = useState<Opened | null>(null);
  const { data, error, refetch } = useQuery(paymentFilesQuery);
  if (!data) return <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={6} />;
  const close = () => open(null);
  return (
    <>
      <Explanation>{es.explained}</Explanation>
      {may ? (
        <ButtonRow>
          <Button variant="primary" onClick={() => open('new')}>
            {es.make}
          </Button>
          <Button onClick={() => open('layouts')}>{es.layouts}</Button>
        </ButtonRow>
      ) : null}
      {data.files.length >= PAYMENT_FILES_LIMIT ? <p className="quiet">{es.limited(PAYMENT_FILES_LIMIT)}</p> : null}
      <DataTable
        label={es.label}
        noun={es.noun}
        rows={data.files}
        columns={columns}
        rowId={({ fileId }) => fileId}
        actions={(file: PaymentFile) => (
          <>
            <Button size="small" aria-label={es.seeOf(file.number)} onClick={() => open({ file })}>
              {es.see}
            </Button>
            {mayDownload ? (
              <DownloadButton
                size="small"
                aria-label={es.downloadOf(file.number)}
                failed={es.notSaved}
                download={() => downloadFile(file.fileId)}
              >
                {es.download}
              </DownloadButton>
            ) : null}
          </>
        )}
        empty={
          <EmptyState drawing="papers" level={2} title={es.emptyTitle}>
            {es.empty}
          </EmptyState>
        }
      />
      {opened === 'new' ? <FileDialog files={data} payables={payables} onClose={close} /> : null}
      {opened === 'layouts' ? <LayoutDialog files={data} onClose={close} /> : null}
      {opened !== null && typeof opened === 'object' ? (
        opened.payment ? (
          <BookDialog {...opened} payment={opened.payment} now={payables.now} onClose={close} />
        ) : (
          <PaymentsDialog
            file={opened.file}
            mayWithdraw={may}
            onBook={(payment) => open({ file: opened.file, payment })}
            onClose={close}
          />
        )
      ) : null}
    </>
  );
}

const tones = { filed: 'warn', paid: 'good', withdrawn: 'neutral' } as const;

const paymentColumns = ({ currency }: PaymentFile): readonly Column<FiledPayment>[] => [
  {
    id: 'kind',
    header: es.columns.kind,
    value: ({ concept }) => concept,
    cell: ({ kind, reference, beneficiary }) => (
      <CellPair note={`${es.kinds[kind]} · ${es.reference(reference)}`}>{beneficiary}</CellPair>
    ),
    width: 'minmax(13rem, 1fr)',
    breaks: true,
    card: 'title',
  },
  {
    id: 'to',
    header: es.columns.to,
    value: ({ clabe }) => clabe,
    cell: ({ clabe }) => <Clabe of={clabe} />,
    width: '12.5rem',
  },
  amountColumn({
    id: 'amount',
    header: es.columns.one,
    pick: ({ amount }) => moneyOf(amount, currency),
    total: everyRow,
    card: 'figure',
  }),
  {
    id: 'state',
    header: es.columns.state,
    value: ({ state }) => es.states[state],
    cell: ({ state, trackingKey, reason }) => (
      <CellPair note={trackingKey ?? reason ?? undefined}>
        <StatusBadge tone={tones[state]}>{es.states[state]}</StatusBadge>
      </CellPair>
    ),
    width: '10rem',
    breaks: true,
    card: 'note',
  },
];

/** The payments of a file; those that the bank does not pay can be withdrawn. */
function PaymentsDialog(props: {
  file: PaymentFile;
  mayWithdraw: boolean;
  onBook: (payment: FiledPayment) => void;
  onClose: () => void;
}) {
  const { file, mayWithdraw, onBook, onClose } = props;
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const withdrawing = useWithdraw(file.fileId);
  const canWithdraw = mayWithdraw && openOf(file) > 0;
  const reason = ({ state }: FiledPayment): string | null => (state === 'filed' ? null : es.already);
  const table = (
    <DataTable
      label={es.number(file.number)}
      noun={['pago', 'pagos']}
      rows={file.payments}
      columns={paymentColumns(file)}
      rowId={({ reference }) => String(reference)}
      {...(canWithdraw && {
        selection: { selected, onChange: select, reason },
        actions: (payment: FiledPayment) =>
          payment.state === 'filed' ? (
            <Button size="small" aria-label={es.bookOf(payment.beneficiary)} onClick={() => onBook(payment)}>
              {es.book}
            </Button>
          ) : null,
      })}
      height={320}
      empty={null}
    />
  );
  if (!canWithdraw)
    return (
      <Dialog title={es.number(file.number)} size="medium" onClose={onClose}>
        {table}
      </Dialog>
    );
  return (
    <FormDialog
      title={es.number(file.number)}
      submit={es.withdraw(selected.size)}
      isDanger
      values={{}}
      changing={withdrawing}
      bodyOf={({ reason }) => (selected.size === 0 ? null : { references: [...selected].map(Number), reason })}
      onDone={(_, { references }) => es.withdrawn(references.length)}
      onClose={onClose}
    >
      {/* A person reads the payments before withdrawing any. */}
      <section aria-label={es.number(file.number)} tabIndex={-1} data-autofocus>
        {table}
      </section>
      <p>{selected.size === 0 ? es.withdrawNone : es.withdrawText}</p>
    </FormDialog>
  );
}

/** Books a payment that the bank has made. */
function BookDialog(props: { file: PaymentFile; payment: FiledPayment; now: string; onClose: () => void }) {
  const { file, payment, now, onClose } = props;
  const { kind, beneficiary, clabe, reference } = payment;
  return (
    <BookedByHand
      now={now}
      title={es.bookTitle(es.kinds[kind], file.number)}
      text={es.bookText(reference)}
      amount={formatMoney(moneyOf(payment.amount, file.currency))}
      to={
        <>
          {beneficiary} · <Clabe of={clabe} />
        </>
      }
      booking={useBookFiled(payment, file.currency)}
      done={es.booked(beneficiary)}
      onClose={onClose}
    />
  );
}
