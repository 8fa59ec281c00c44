import {
  closeTransfer,
  listTroubledTransfers,
  orderTransfers,
  type TroubledTransfer,
  type WantedPayment,
} from '@anticipa/contract/transfers';
import { moneyOf } from '@anticipa/domain/money';
import type { TransferTrouble } from '@anticipa/domain/transfer-order';
import { everyRow } from '@anticipa/texts/tables/table';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call, newUuid } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { formatMoney, formatTableDate } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { useMay } from '../../lib/may.ts';
import { useChange } from '../../lib/use-change.ts';
import { Button } from '../../ui/button.tsx';
import { Explanation } from '../../ui/explanation.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { ReasonDialog } from '../../ui/overlay/reason-dialog.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { unbroken } from '../../ui/unbroken.tsx';
import { es } from './es.ts';

/** Milliseconds between readings: operators receive no events. */
const POLL_MS = 15_000;

const transfersQuery = queryOptions({
  queryKey: ['transfers'],
  queryFn: async ({ signal }) => (await call(listTroubledTransfers, { signal })).data,
  refetchInterval: POLL_MS,
});

const stale = [transfersQuery.queryKey];

const tones: Readonly<Record<TransferTrouble, Tone>> = {
  failed: 'bad',
  returned: 'bad',
  lost: 'bad',
  unknown: 'warn',
  late: 'warn',
  closed: 'neutral',
};

const rowId = ({ orderId }: TroubledTransfer): string => orderId;

/** The payment as people call it. */
const nameOf = ({ purpose, numberOfSale }: TroubledTransfer): string =>
  numberOfSale === null ? es.purposes[purpose] : es.sale(numberOfSale);

/** The same payment, to be ordered again; null if it is unknown. */
function wantedOf({ purpose, saleId, clientId, paymentId }: TroubledTransfer): WantedPayment | null {
  if (purpose === 'deposit') return saleId === null ? null : { purpose, saleId };
  if (purpose === 'payout') return clientId === null ? null : { purpose, clientId };
  return paymentId === null ? null : { purpose, paymentId };
}

/** The bank's words, or what can be done. */
/** The bank’s words, and what to do. */
const noteOf = ({ failure, trouble }: TroubledTransfer): string =>
  [failure, es.advice[trouble]].filter(Boolean).join(' · ');

const columns: readonly Column<TroubledTransfer>[] = [
  {
    id: 'sale',
    header: es.columns.sale,
    value: (transfer) => nameOf(transfer),
    text: (transfer) => `${nameOf(transfer)} · ${transfer.entityName}`,
    cell: (transfer) => (
      <CellPair note={transfer.entityName}>
        {transfer.saleId === null ? (
          nameOf(transfer)
        ) : (
          <Link to={lenderPaths.sale} params={{ saleId: transfer.saleId }}>
            {nameOf(transfer)}
          </Link>
        )}
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
      <CellPair note={noteOf(row)}>
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
  const may = { order: useMay(orderTransfers), close: useMay(closeTransfer) };
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
        <Button size="small" onClick={() => choose({ step, transfer })} aria-label={texts.openOf(nameOf(transfer))}>
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
    <section className="stack" aria-label={es.label}>
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

interface Props {
  transfer: TroubledTransfer;
  onClose: () => void;
}

/** Says what was done and closes the dialog; a refusal stays in it. */
const onDone = (text: string, onClose: () => void) => ({
  onSuccess: () => {
    showToast({ text, tone: 'good' });
    onClose();
  },
});

/** Asks before money is transferred again; above the amounts of one person it is proposed. */
function OrderDialog({ transfer, onClose }: Props) {
  const { amount, entityName } = transfer;
  const wanted = wantedOf(transfer);
  const ordering = useChange([...stale, ['approvals']], (reason: string) =>
    call(orderTransfers, {
      body: { payments: wanted ? [wanted] : [], ...(reason !== '' && { reason }) },
      idempotencyKey: newUuid(),
    }),
  );
  return (
    <FormDialog
      title={`${es.again.title} · ${nameOf(transfer)}`}
      size="small"
      submit={es.again.confirm}
      values={{}}
      reasonHelp={null}
      canPropose
      changing={ordering}
      bodyOf={({ reason }) => reason}
      onDone={({ proposalId }) => (proposalId === null ? es.again.done(nameOf(transfer)) : es.again.proposed)}
      onClose={onClose}
    >
      <p>{unbroken(es.again.text(formatMoney(moneyOf(amount, 'MXN')), entityName))}</p>
    </FormDialog>
  );
}

/** Takes the reason for which a lost transfer is closed. */
function CloseDialog({ transfer, onClose }: Props) {
  const { orderId, trackingKey } = transfer;
  const closing = useChange(stale, (reason: string) =>
    call(closeTransfer, { params: { orderId }, body: { reason }, idempotencyKey: newUuid() }),
  );
  return (
    <ReasonDialog
      texts={{ ...es.close, title: `${es.close.title} · ${nameOf(transfer)}` }}
      busy={closing.isPending}
      problem={closing.error && `${es.close.failed}. ${failureText(closing.error)}`}
      onDone={(reason) => closing.mutate(reason, onDone(es.close.done(nameOf(transfer)), onClose))}
      onClose={onClose}
      above={<p>{es.close.text(trackingKey)}</p>}
    />
  );
}
