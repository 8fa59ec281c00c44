import {
  identifyPayment,
  type listDueReferences,
  registerCollection,
  sendBackPayment,
  type UnidentifiedPayment,
} from '@anticipa/contract/collections';
import type { ResponseOf } from '@anticipa/contract/route';
import { moneyOf } from '@anticipa/domain/money';
import { everyRow } from '@anticipa/texts/tables/table';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { formatMoney, formatTableDate } from '../../lib/format.ts';
import { useMay } from '../../lib/may.ts';
import { useSearchParam } from '../../lib/use-search-param.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Dialog, DialogButtons } from '../../ui/overlay/dialog.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn, dateColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { referencesQuery, useSendBack, waitingQuery } from './api.ts';
import { es } from './es.ts';
import { IdentifyDialog } from './identify-dialog.tsx';
import { PaymentDialog } from './payment-dialog.tsx';

const texts = es.receipts;
type DueReference = ResponseOf<typeof listDueReferences>['data'][number];
const leftOf = ({ left, currency }: UnidentifiedPayment) => moneyOf(left, currency);
const amountOf = ({ amount, currency }: Pick<DueReference, 'amount' | 'currency'>) => moneyOf(amount, currency);

/** Money that arrived and is not identified, and the references by which more is expected. */
export function ReceiptsScreen() {
  const [named, name] = useSearchParam('cola');
  const queue = named === 'references' ? 'references' : 'waiting';
  const waiting = useQuery(waitingQuery);
  const references = useQuery(referencesQuery);
  if (!waiting.data || !references.data) {
    const retry = (): void => {
      void waiting.refetch();
      void references.refetch();
    };
    return <LoadFallback error={waiting.error ?? references.error} onRetry={retry} title={texts.failed} lines={8} />;
  }
  return (
    <Tabs
      label={texts.queues}
      tabs={[
        { value: 'waiting', label: texts.waiting, count: waiting.data.length },
        { value: 'references', label: texts.references, count: references.data.data.length },
      ]}
      value={queue}
      onChange={(next) => name(next === 'waiting' ? '' : next)}
    >
      {queue === 'waiting' ? (
        <Waiting payments={waiting.data} today={references.data.today} />
      ) : (
        <References references={references.data.data} today={references.data.today} />
      )}
    </Tabs>
  );
}

const waitingColumns: readonly Column<UnidentifiedPayment>[] = [
  {
    id: 'key',
    header: es.columns.key,
    value: ({ trackingKey }) => trackingKey,
    text: ({ trackingKey, bank }) => `${trackingKey} · ${bank}`,
    cell: ({ trackingKey, bank }) => <CellPair note={bank}>{trackingKey}</CellPair>,
    width: 'minmax(12rem, 1fr)',
    breaks: true,
    card: 'title',
  },
  {
    id: 'why',
    header: es.columns.why,
    value: ({ reason }) => texts.unmatched[reason],
    text: ({ reason, reference, clientRFC }) => [texts.unmatched[reason], reference, clientRFC ?? ''].join(' ').trim(),
    cell: ({ reason, reference, clientRFC }) => (
      <CellPair note={clientRFC === null ? reference : `${reference} · ${clientRFC}`}>
        {texts.unmatched[reason]}
      </CellPair>
    ),
    width: 'minmax(12rem, 1.5fr)',
    breaks: true,
    card: 'note',
  },
  dateColumn({ id: 'valueDate', header: es.columns.valueDate, pick: ({ valueDate }) => valueDate }),
  {
    id: 'received',
    header: es.columns.received,
    value: ({ registeredAt }) => registeredAt,
    text: ({ registeredAt }) => formatTableDate(registeredAt),
    width: '12.5rem',
  },
  amountColumn({ id: 'amount', header: es.columns.left, pick: leftOf, total: everyRow, card: 'figure' }),
];
const paymentId = (payment: UnidentifiedPayment): string => payment.paymentId;

function Waiting({ payments, today }: { payments: readonly UnidentifiedPayment[]; today: string }) {
  const may = { identify: useMay(identifyPayment), sendBack: useMay(sendBackPayment) };
  const [chosen, choose] = useState<{
    readonly step: 'identify' | 'sendBack';
    readonly payment: UnidentifiedPayment;
  }>();
  const close = (): void => choose(undefined);
  return (
    <>
      <DataTable
        label={texts.waitingLabel}
        noun={texts.waitingNoun}
        rows={payments}
        columns={waitingColumns}
        rowId={paymentId}
        {...(may.identify &&
          may.sendBack && {
            actions: (payment: UnidentifiedPayment) => (
              <ButtonRow>
                <Button
                  size="small"
                  aria-label={texts.identifyOf(payment.trackingKey)}
                  onClick={() => choose({ step: 'identify', payment })}
                >
                  {texts.identify}
                </Button>
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={texts.sendBackOf(payment.trackingKey)}
                  onClick={() => choose({ step: 'sendBack', payment })}
                >
                  {texts.sendBack}
                </Button>
              </ButtonRow>
            ),
          })}
        empty={
          <EmptyState drawing="papers" level={2} title={texts.waitingEmptyTitle}>
            {texts.waitingEmpty}
          </EmptyState>
        }
      />
      {chosen?.step === 'identify' ? <IdentifyDialog payment={chosen.payment} today={today} onClose={close} /> : null}
      {chosen?.step === 'sendBack' ? <SendBackDialog payment={chosen.payment} onClose={close} /> : null}
    </>
  );
}

/** Asks before money is given up for identification. */
function SendBackDialog({ payment, onClose }: { payment: UnidentifiedPayment; onClose: () => void }) {
  const sending = useSendBack(payment.paymentId);
  const send = (): void =>
    sending.mutate(undefined, {
      onSuccess: () => {
        showToast({ text: es.sendBack.done, tone: 'good' });
        onClose();
      },
    });
  return (
    <Dialog
      title={es.sendBack.title}
      size="small"
      onClose={onClose}
      footer={
        <DialogButtons
          confirm={es.sendBack.confirm}
          busy={sending.isPending}
          focus="cancel"
          isDanger
          onConfirm={send}
          onClose={onClose}
        />
      }
    >
      <div className="stack">
        <p>{es.sendBack.text(formatMoney(leftOf(payment)), payment.bank)}</p>
        {sending.error ? <p role="alert">{`${es.sendBack.failed}. ${failureText(sending.error)}`}</p> : null}
      </div>
    </Dialog>
  );
}

const referenceColumns: readonly Column<DueReference>[] = [
  {
    id: 'reference',
    header: es.columns.reference,
    value: ({ reference }) => reference,
    width: 'minmax(12rem, 1fr)',
    breaks: true,
    card: 'title',
  },
  { id: 'client', header: es.columns.client, value: ({ clientRFC }) => clientRFC, width: 'minmax(9rem, 1fr)' },
  { id: 'count', header: es.columns.count, value: ({ count }) => count, align: 'end', width: '6.25rem' },
  {
    id: 'date',
    header: es.columns.received,
    value: ({ date }) => date,
    text: ({ date }) => formatTableDate(date),
    width: '12.5rem',
  },
  amountColumn({ id: 'amount', header: es.columns.amount, pick: amountOf, total: everyRow, card: 'figure' }),
];
const referenceId = ({ reference }: DueReference): string => reference;

function References({ references, today }: { references: readonly DueReference[]; today: string }) {
  const may = useMay(registerCollection);
  const [chosen, choose] = useState<DueReference | null>(null);
  return (
    <>
      <DataTable
        label={texts.referencesLabel}
        noun={texts.referencesNoun}
        rows={references}
        columns={referenceColumns}
        rowId={referenceId}
        {...(may && {
          actions: (reference: DueReference) => (
            <Button size="small" aria-label={texts.registerOf(reference.reference)} onClick={() => choose(reference)}>
              {texts.register}
            </Button>
          ),
        })}
        empty={
          <EmptyState drawing="papers" level={2} title={texts.referencesEmptyTitle}>
            {texts.referencesEmpty}
          </EmptyState>
        }
      />
      {chosen ? (
        <PaymentDialog
          paid={{
            pays: { reference: chosen.reference },
            client: chosen.clientRFC,
            of: `${chosen.reference} · ${es.invoices(chosen.count)}`,
            owed: amountOf(chosen),
          }}
          today={today}
          onClose={() => choose(null)}
        />
      ) : null}
    </>
  );
}
