import {
  endRecall,
  listMadePayments,
  type MadePayment,
  paymentProof,
  proposeReturn,
  recallPayment,
} from '@anticipa/contract/made-payments';
import type { BodyOf } from '@anticipa/contract/route';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { differenceOf } from '@anticipa/domain/payment-difference';
import { hasBankKey } from '@anticipa/domain/payment-outcome';
import { everyRow } from '@anticipa/texts/tables/table';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, newUuid } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { useMay } from '../../lib/may.ts';
import { amountTyped } from '../../lib/typed-amount.ts';
import { useChange } from '../../lib/use-change.ts';
import { Clabe } from '../../ui/clabe.tsx';
import { Explanation } from '../../ui/explanation.tsx';
import { Facts } from '../../ui/facts.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx';
import { TextField } from '../../ui/field/field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { type RowAction, RowActions } from '../../ui/table/row-actions.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { saveProof } from '../../ui/transfer.tsx';
import { es as payablesTexts } from './es.ts';

const es = payablesTexts.made;

const madeQuery = queryOptions({
  queryKey: ['made-payments'],
  queryFn: async ({ signal }) => (await call(listMadePayments, { signal })).data,
});

const stale = [madeQuery.queryKey, ['payables'], ['transfers'], ['approvals']];

const tones: Readonly<Record<MadePayment['state'], Tone>> = {
  paid: 'good',
  owed: 'warn',
  recalled: 'warn',
  returned: 'bad',
  elsewhere: 'bad',
  over: 'bad',
  short: 'bad',
  lost: 'neutral',
  recovered: 'neutral',
  completed: 'neutral',
  unmade: 'neutral',
};

const rowId = ({ trackingKey, state, paidAt }: MadePayment): string => `${trackingKey} ${state} ${paidAt}`;
/** A number stays on the line of the word before it. */
const titleOf = ({ purpose, label }: MadePayment): string => `${es.purposes[purpose]}\u00a0${label}`.trim();
/** Title with the name of the party, because several payments have the same title. */
const nameOf = (payment: MadePayment): string => [titleOf(payment), payment.name].filter(Boolean).join(' · ');
const named = ({ purpose, id, trackingKey }: MadePayment) => ({ purpose, id, trackingKey });

const columns: readonly Column<MadePayment>[] = [
  {
    id: 'payment',
    header: es.columns.payment,
    value: titleOf,
    text: nameOf,
    cell: (row) => <CellPair note={row.name}>{titleOf(row)}</CellPair>,
    width: 'minmax(9.5rem, 1fr)',
    breaks: true,
    card: 'title',
  },
  {
    id: 'key',
    header: es.columns.key,
    value: ({ trackingKey }) => trackingKey,
    text: ({ trackingKey, paidOn }) => `${trackingKey} · ${formatDate(paidOn)}`,
    cell: ({ trackingKey, paidOn }) => <CellPair note={formatDate(paidOn)}>{trackingKey}</CellPair>,
    width: 'minmax(10rem, 1fr)',
    breaks: true,
  },
  {
    id: 'account',
    header: es.columns.account,
    value: ({ clabe }) => clabe ?? es.unknownAccount,
    cell: ({ clabe }) => (clabe === null ? es.unknownAccount : <Clabe of={clabe} />),
    width: '14rem',
  },
  amountColumn({
    id: 'amount',
    header: es.columns.amount,
    pick: ({ amount, currency }) => moneyOf(amount, currency),
    total: everyRow,
    card: 'figure',
  }),
  {
    id: 'state',
    header: es.columns.state,
    value: ({ state }) => es.states[state],
    text: ({ state, reason }) => [es.states[state], reason ?? ''].filter(Boolean).join(': '),
    cell: ({ state, reason }) => (
      <CellPair note={reason ?? ''}>
        <StatusBadge tone={tones[state]}>{es.states[state]}</StatusBadge>
      </CellPair>
    ),
    width: 'minmax(8.5rem, 1fr)',
    breaks: true,
    card: 'note',
  },
];

type Outcome = BodyOf<typeof proposeReturn>['outcome'];
type Step = Outcome | 'recall' | 'end';

/** Steps that can follow, the likely one first. */
const stepsIn: Readonly<Record<MadePayment['state'], readonly Step[]>> = {
  paid: ['recall', 'returned', 'elsewhere', 'differs', 'unmade'],
  owed: ['differs'],
  recalled: ['returned', 'elsewhere', 'end'],
  returned: [],
  elsewhere: ['recovered', 'lost'],
  lost: ['recovered', 'claimed'],
  over: ['recovered', 'lost', 'exact'],
  short: ['completed', 'exact'],
  recovered: [],
  completed: [],
  unmade: [],
};

const showFailure = (error: unknown): void => showToast({ text: failureText(error), tone: 'bad' });

/** Lists the payments that the lender has made, with the actions for one that did not arrive. */
export function MadePayments() {
  const { data, error, refetch } = useQuery(madeQuery);
  const mayPropose = useMay(proposeReturn);
  const may = { recall: useMay(recallPayment), end: useMay(endRecall), prove: useMay(paymentProof) };
  const [chosen, choose] = useState<{ readonly step: Step; readonly payment: MadePayment } | null>(null);
  if (!data) return <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={6} />;
  // STP moves the amount that was ordered.
  const stepsOf = ({ state, orderId }: MadePayment): readonly Step[] =>
    stepsIn[state].filter((step) =>
      step === 'recall' || step === 'end'
        ? may[step]
        : mayPropose && ((step !== 'differs' && step !== 'unmade') || orderId === null),
    );
  /** A payment that arrived has its CEP, and one that did not what is expected of it. */
  const actionsOf = (payment: MadePayment): { main: RowAction | null; others: readonly RowAction[] } => {
    const name = nameOf(payment);
    const proof = {
      label: es.proof,
      name: es.proofOf(name),
      onPress: () => void saveProof({ orderId: payment.orderId ?? '' }, 'pdf').catch(showFailure),
    };
    const proofs = payment.orderId === null || !may.prove ? [] : [proof];
    const steps = stepsOf(payment).map((step) => ({
      ...{ label: es.steps[step].open, name: es.steps[step].of(name) },
      onPress: () => choose({ step, payment }),
    }));
    if (payment.state === 'paid') return { main: proofs[0] ?? null, others: steps };
    const [main = null, ...others] = [...steps, ...proofs];
    return { main, others };
  };
  const hasActions = data.some((payment) => actionsOf(payment).main !== null);
  const close = (): void => choose(null);
  return (
    <>
      <Explanation>{es.explained}</Explanation>
      <DataTable
        label={es.label}
        noun={['pago', 'pagos']}
        rows={data}
        columns={columns}
        rowId={rowId}
        {...(hasActions && {
          actionsWidth: '12rem',
          actions: (payment: MadePayment) => <RowActions of={nameOf(payment)} {...actionsOf(payment)} />,
        })}
        empty={
          <EmptyState drawing="papers" level={2} title={es.emptyTitle}>
            {es.empty}
          </EmptyState>
        }
      />
      {chosen &&
        (chosen.step === 'recall' || chosen.step === 'end' ? (
          <RecallDialog step={chosen.step} payment={chosen.payment} onClose={close} />
        ) : (
          <OutcomeDialog outcome={chosen.step} payment={chosen.payment} onClose={close} />
        ))}
    </>
  );
}

interface DialogProps {
  readonly payment: MadePayment;
  readonly onClose: () => void;
}

const factsOf = ({ amount, currency, name, clabe, trackingKey }: MadePayment) =>
  [
    [es.columns.amount, formatMoney(moneyOf(amount, currency))],
    [es.to, name],
    [es.columns.account, clabe === null ? es.unknownAccount : <Clabe key="clabe" of={clabe} />],
    [es.columns.key, trackingKey],
  ] as const;

/** The typed amount that the bank moved, and its difference from that of the payment; null while it is none. */
function differenceTyped({ amount, currency }: MadePayment, typed: string) {
  const moved = amountTyped(typed);
  if (moved === null || Number(moved) === 0) return null;
  const difference = differenceOf(
    moneyOf<FinancedCurrency>(amount, currency),
    moneyOf<FinancedCurrency>(moved, currency),
  );
  return difference && { ...difference, moved };
}

/** Proposes what became of a payment, after what will be booked was shown. */
function OutcomeDialog({ outcome, payment, onClose }: DialogProps & { readonly outcome: Outcome }) {
  const texts = es.steps[outcome];
  const hasKey = hasBankKey(outcome);
  const isOther = outcome === 'differs';
  const bookedOf = (moved: string): string => {
    if (outcome === 'recovered' && payment.state === 'lost') return es.booked(es.steps.recovered.entryAfterLoss);
    if (!isOther) return es.booked(texts.entry);
    const difference = differenceTyped(payment, moved);
    return difference ? es.booked(es[difference.kind](formatMoney(difference.amount))) : es.nothing;
  };
  const proposing = useChange(stale, (typed: Pick<BodyOf<typeof proposeReturn>, 'reference' | 'moved' | 'reason'>) =>
    call(proposeReturn, { body: { ...named(payment), outcome, ...typed }, idempotencyKey: newUuid() }),
  );
  return (
    <FormDialog
      title={texts.of(nameOf(payment))}
      submit={texts.submit}
      values={{ reference: '', moved: '' }}
      errorsOf={({ reference, moved }) => ({
        reference: !hasKey || /^[A-Za-z0-9]{1,30}$/.test(reference.trim()) ? null : es.keyWrong,
        moved: isOther && differenceTyped(payment, moved) === null ? es.movedWrong : null,
      })}
      changing={proposing}
      bodyOf={({ reference, moved, reason }) => {
        const difference = isOther ? differenceTyped(payment, moved) : null;
        return { reference: hasKey ? reference.trim() : null, reason, ...(difference && { moved: difference.moved }) };
      }}
      onDone={() => payablesTexts.proposedDone}
      onClose={onClose}
    >
      {({ values, field }) => (
        <>
          <p>{texts.text}</p>
          <Facts inLine facts={factsOf(payment)} />
          {isOther ? (
            <TextField
              {...field('moved')}
              label={es.moved}
              help={es.movedHelp}
              inputMode="decimal"
              autoComplete="off"
              data-autofocus
            />
          ) : null}
          <div role="status">
            <p>{bookedOf(values.moved)}</p>
          </div>
          {hasKey ? (
            <TextField
              {...field('reference')}
              label={outcome === 'completed' ? payablesTexts.hand.key : es.key}
              help={outcome === 'completed' ? es.sentKeyHelp : es.keyHelp}
              maxLength={30}
              autoComplete="off"
            />
          ) : null}
        </>
      )}
    </FormDialog>
  );
}

/** Records that the bank was asked to get a payment back, or that the money will not come. */
function RecallDialog({ step, payment, onClose }: DialogProps & { readonly step: 'recall' | 'end' }) {
  const texts = es.steps[step];
  const recalling = useChange<string, unknown>(stale, (reason) =>
    call(step === 'recall' ? recallPayment : endRecall, {
      body: { ...named(payment), reason },
      idempotencyKey: newUuid(),
    }),
  );
  return (
    <FormDialog
      title={texts.of(nameOf(payment))}
      submit={texts.submit}
      values={{}}
      changing={recalling}
      bodyOf={({ reason }) => reason}
      onDone={() => texts.done}
      onClose={onClose}
    >
      <p>{texts.text}</p>
      <Facts inLine facts={factsOf(payment)} />
    </FormDialog>
  );
}
