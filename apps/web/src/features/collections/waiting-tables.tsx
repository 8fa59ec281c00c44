import { identifyPayment, sendBackPayment } from '@anticipa/contract/collections';
import type { WaitingReceipt } from '@anticipa/contract/receipts';
import { moneyOf } from '@anticipa/domain/money';
import { everyRow } from '@anticipa/texts/tables/table';
import { useState } from 'react';
import { formatDate, formatMoney, formatTableDate } from '../../lib/format.ts';
import { useMay } from '../../lib/may.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn } from '../../ui/table/columns.tsx';
import { DataTable, type DataTableProps } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { useSendBack } from './api.ts';
import { es } from './es.ts';
import { IdentifyDialog } from './identify-dialog.tsx';
import { ProposalDialog, type ProposedReceipt, proposalText, refusalText } from './proposal-dialog.tsx';

const texts = es.receipts;
const leftOf = ({ left, currency }: WaitingReceipt) => moneyOf(left, currency);

const moneyColumns: readonly Column<WaitingReceipt>[] = [
  {
    id: 'valueDate',
    header: es.columns.valueDate,
    value: ({ valueDate }) => valueDate,
    text: ({ valueDate, registeredAt }) =>
      `${formatDate(valueDate)} · ${texts.registered(formatTableDate(registeredAt))}`,
    cell: ({ valueDate, registeredAt }) => (
      <CellPair note={texts.registered(formatTableDate(registeredAt))}>{formatDate(valueDate)}</CellPair>
    ),
    width: '15.5rem',
    breaks: true,
  },
  amountColumn({ id: 'amount', header: es.columns.left, pick: leftOf, total: everyRow, card: 'figure' }),
];

const senderOf = ({ senderName, bank }: WaitingReceipt): string => senderName ?? (bank || es.noBank);
const originNote = ({ senderName, bank, bankLine, trackingKey }: WaitingReceipt): string =>
  [senderName === null ? '' : bank, bankLine === null ? '' : es.arrivedAt(bankLine.account), trackingKey]
    .filter((text) => text !== '')
    .join(' · ');

/** The sender of money, or the bank if it does not say who, with the tracking key. */
const senderColumn: Column<WaitingReceipt> = {
  id: 'sender',
  header: es.columns.sender,
  value: senderOf,
  text: (payment) => [senderOf(payment), originNote(payment)].join(' · '),
  cell: (payment) => <CellPair note={originNote(payment)}>{senderOf(payment)}</CellPair>,
  width: 'minmax(13rem, 1.5fr)',
  breaks: true,
  card: 'title',
};

/** The bank's text has the reference, which is a part of it. */
const wordsOf = ({ reference, bankLine }: WaitingReceipt): string => bankLine?.text || reference;

const noteOf = (payment: WaitingReceipt): string =>
  [wordsOf(payment), payment.clientRFC ?? '', ...payment.refusals.map(refusalText)]
    .filter((text) => text !== '')
    .join(' · ');

const waitingColumns: readonly Column<WaitingReceipt>[] = [
  senderColumn,
  {
    id: 'why',
    header: es.columns.why,
    value: ({ reason }) => texts.unmatched[reason],
    text: (payment) => `${texts.unmatched[payment.reason]} ${noteOf(payment)}`.trim(),
    cell: (payment) => <CellPair note={noteOf(payment)}>{texts.unmatched[payment.reason]}</CellPair>,
    width: 'minmax(12rem, 1.5fr)',
    breaks: true,
    card: 'note',
  },
  ...moneyColumns,
];

const proposedColumns: readonly Column<ProposedReceipt>[] = [
  senderColumn,
  {
    id: 'proposal',
    header: es.columns.proposal,
    value: ({ proposal }) => proposalText(proposal),
    text: ({ proposal }) => `${proposalText(proposal)}. ${es.proposal.why(proposal.why)}`,
    cell: ({ proposal }) => <CellPair note={es.proposal.why(proposal.why)}>{proposalText(proposal)}</CellPair>,
    width: 'minmax(14rem, 2fr)',
    breaks: true,
    card: 'note',
  },
  ...moneyColumns,
];

const paymentId = (payment: WaitingReceipt): string => payment.paymentId;

/** Money that an operator identifies or sends back. */
function MoneyTable<P extends WaitingReceipt>(
  props: Pick<DataTableProps<P>, 'label' | 'columns' | 'empty'> & { payments: readonly P[]; today: string },
) {
  const { payments, today, ...table } = props;
  const may = { identify: useMay(identifyPayment), sendBack: useMay(sendBackPayment) };
  const [chosen, choose] = useState<{
    readonly step: 'identify' | 'sendBack';
    readonly payment: WaitingReceipt;
  }>();
  const close = (): void => choose(undefined);
  return (
    <>
      <DataTable
        {...table}
        noun={texts.waitingNoun}
        rows={payments}
        rowId={paymentId}
        {...(may.identify &&
          may.sendBack && {
            actionsWidth: '14rem',
            actions: (payment: P) => (
              <>
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
              </>
            ),
          })}
      />
      {chosen?.step === 'identify' ? <IdentifyDialog payment={chosen.payment} today={today} onClose={close} /> : null}
      {chosen?.step === 'sendBack' ? <SendBackDialog payment={chosen.payment} onClose={close} /> : null}
    </>
  );
}

/** Money for which nothing is proposed. */
export const Waiting = (props: { payments: readonly WaitingReceipt[]; today: string }) => (
  <MoneyTable
    {...props}
    label={texts.waitingLabel}
    columns={waitingColumns}
    empty={
      <EmptyState drawing="papers" level={2} title={texts.waitingEmptyTitle}>
        {texts.waitingEmpty}
      </EmptyState>
    }
  />
);

type AwaitingMoney = WaitingReceipt & { readonly waitsFor: NonNullable<WaitingReceipt['waitsFor']> };

const waitsForOf = ({ waitsFor }: AwaitingMoney): string =>
  waitsFor.map(({ folio, entityName }) => `${folio} · ${entityName}`).join('; ');

const awaitingColumns: readonly Column<AwaitingMoney>[] = [
  senderColumn,
  {
    id: 'waitsFor',
    header: es.columns.waitsFor,
    value: waitsForOf,
    cell: (payment) => (
      <CellPair
        note={[...new Set(payment.waitsFor.flatMap(({ numberOfSale }) => numberOfSale ?? []))].map(es.sale).join(', ')}
      >
        {waitsForOf(payment)}
      </CellPair>
    ),
    width: 'minmax(14rem, 2fr)',
    breaks: true,
    card: 'note',
  },
  ...moneyColumns,
];

/** Money that is applied on the day of a deposit. */
export const Awaiting = (props: { payments: readonly AwaitingMoney[]; today: string }) => (
  <MoneyTable
    {...props}
    label={texts.awaitingLabel}
    columns={awaitingColumns}
    empty={
      <EmptyState drawing="papers" level={2} title={texts.awaitingEmptyTitle}>
        {texts.awaitingEmpty}
      </EmptyState>
    }
  />
);

/** Asks why money is given up for identification. */
const SendBackDialog = ({ payment, onClose }: { payment: WaitingReceipt; onClose: () => void }) => (
  <FormDialog<object, { reason?: string | undefined }, unknown>
    title={es.sendBack.title}
    size="small"
    submit={es.sendBack.confirm}
    isDanger
    values={{}}
    changing={useSendBack(payment.paymentId)}
    bodyOf={({ reason }) => ({ reason })}
    onDone={() => es.sendBack.done}
    onClose={onClose}
  >
    <p>{es.sendBack.text(formatMoney(leftOf(payment)), payment.bank)}</p>
  </FormDialog>
);

/** Money with a proposal to decide. */
export function ProposedMoney({ payments, today }: { payments: readonly ProposedReceipt[]; today: string }) {
  const may = useMay(identifyPayment);
  const [chosen, choose] = useState<{ readonly step: 'review' | 'identify'; readonly payment: ProposedReceipt }>();
  const close = (): void => choose(undefined);
  return (
    <>
      <DataTable
        label={texts.proposedLabel}
        noun={texts.waitingNoun}
        rows={payments}
        columns={proposedColumns}
        rowId={paymentId}
        {...(may && {
          actions: (payment: ProposedReceipt) => (
            <Button
              size="small"
              aria-label={texts.reviewOf(payment.trackingKey)}
              onClick={() => choose({ step: 'review', payment })}
            >
              {texts.review}
            </Button>
          ),
        })}
        empty={
          <EmptyState drawing="papers" level={2} title={texts.proposedEmptyTitle}>
            {texts.proposedEmpty}
          </EmptyState>
        }
      />
      {chosen?.step === 'review' ? (
        <ProposalDialog
          payment={chosen.payment}
          onChange={() => choose({ ...chosen, step: 'identify' })}
          onClose={close}
        />
      ) : null}
      {chosen?.step === 'identify' ? <IdentifyDialog payment={chosen.payment} today={today} onClose={close} /> : null}
    </>
  );
}
