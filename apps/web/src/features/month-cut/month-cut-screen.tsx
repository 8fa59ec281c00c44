import {
  cancelInterestInvoice,
  cutMonth,
  getCfdiCancellation,
  MONTH_CFDI_LIMIT,
  type MonthCut,
} from '@anticipa/contract/interest';
import { proposeCutReversal } from '@anticipa/contract/reversals';
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { add, money, moneyOf } from '@anticipa/domain/money';
import { addMonths, monthOf, parseMonth } from '@anticipa/domain/month';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { formatMonth, formatTableDate } from '../../lib/format.ts';
import { useMay } from '../../lib/may.ts';
import { useSearchParam } from '../../lib/use-search-param.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Consequences } from '../../ui/consequences.tsx';
import { EmptyState, NothingFound } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx';
import { SelectField } from '../../ui/field/field.tsx';
import { MonthField } from '../../ui/field/month-field.tsx';
import { Dialog, DialogButtons } from '../../ui/overlay/dialog.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { cancellationQuery, type Motive, monthCutQuery, useCancelCfdi, useCutMonth } from './api.ts';
import { CancellationDialog } from './cancellation-steps.tsx';
import { CutReversalDialog } from './cut-reversal-dialog.tsx';
import { es } from './es.ts';

type Cfdi = MonthCut['cfdi'][number];
type ToCut = MonthCut['toCut'][number];

const tones: Readonly<Record<Cfdi['state'], Tone>> = {
  pending: 'warn',
  issued: 'good',
  cancelling: 'warn',
  kept: 'bad',
  cancelled: 'neutral',
};
const motives = ['01', '02', '03', '04'] as const satisfies readonly Motive[];

/** The month before this one, whose interest was invoiced last. */
const lastMonth = () => addMonths(monthOf(dateAt(new Date(), MEXICO_CITY)), -1);

/** The CFDI that the lender issued for a month, and the clients that it has not invoiced. */
export function MonthCutScreen() {
  const [named, name] = useSearchParam('mes');
  const month = parseMonth(named ?? '') ?? lastMonth();
  const { data, error, refetch } = useQuery({ ...monthCutQuery(month), placeholderData: keepPreviousData });
  if (!data) return <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={8} />;
  const current = parseMonth(data.current) ?? month;
  // Clients that must be invoiced come first; without any, the month does.
  const clients = <Clients clients={data.toCut} month={month} isOver={month < current} />;
  return (
    <div className="stack">
      <MonthField label={es.month} value={month} max={current} onChange={(next) => name(next)} />
      {data.toCut.length > 0 ? clients : null}
      <CfdiTable key={month} cfdi={data.cfdi} month={month} />
      {data.toCut.length > 0 ? null : clients}
    </div>
  );
}

const clientColumns: readonly Column<ToCut>[] = [
  {
    id: 'client',
    header: es.columns.client,
    value: ({ entityName }) => entityName,
    text: ({ entityName, clientRFC }) => `${entityName} ${clientRFC}`,
    cell: ({ entityName, clientRFC }) => <CellPair note={clientRFC}>{entityName}</CellPair>,
    width: 'minmax(13rem, 1fr)',
    breaks: true,
    card: 'title',
  },
  {
    id: 'missing',
    header: es.columns.missing,
    value: ({ lacksFiscalData }) => (lacksFiscalData ? es.toCut.lacks : es.toCut.ready),
    width: 'minmax(13rem, 1fr)',
    breaks: true,
    card: 'note',
  },
];
const clientRowId = ({ clientId }: ToCut): string => clientId;

function Clients(props: { clients: readonly ToCut[]; month: string; isOver: boolean }) {
  const { clients, month, isOver } = props;
  const may = useMay(cutMonth);
  const [chosen, choose] = useState<ToCut | null>(null);
  return (
    <Card title={es.toCut.title}>
      <p className="quiet">{isOver ? es.toCut.text : es.toCut.current}</p>
      <DataTable
        label={es.toCut.label}
        noun={es.toCut.noun}
        rows={clients}
        columns={clientColumns}
        rowId={clientRowId}
        {...(may &&
          isOver && {
            actions: (client: ToCut) => (
              <Button size="small" aria-label={es.toCut.cutOf(client.entityName)} onClick={() => choose(client)}>
                {es.toCut.cut}
              </Button>
            ),
          })}
        empty={<p>{es.toCut.none}</p>}
      />
      {chosen ? <CutDialog client={chosen} month={month} onClose={() => choose(null)} /> : null}
    </Card>
  );
}

/** Asks before CFDI are stamped. */
function CutDialog({ client, month, onClose }: { client: ToCut; month: string; onClose: () => void }) {
  const cutting = useCutMonth(month);
  const cut = (): void =>
    cutting.mutate(client.clientId, {
      onSuccess: ({ data }) => {
        showToast({ text: es.toCut.done(data.length), tone: 'good' });
        onClose();
      },
    });
  return (
    <Dialog
      title={es.toCut.ask(client.entityName)}
      size="small"
      onClose={onClose}
      footer={<DialogButtons confirm={es.toCut.confirm} busy={cutting.isPending} onConfirm={cut} onClose={onClose} />}
    >
      <div className="stack">
        <p>{es.toCut.question(formatMonth(month))}</p>
        {cutting.error ? <p role="alert">{`${es.toCut.failed}. ${failureText(cutting.error)}`}</p> : null}
      </div>
    </Dialog>
  );
}

const kindOf = ({ kind, invoiceType }: Cfdi): string => (invoiceType ? es.kinds[kind] : es.kinds.credit);
/** Charge of a CFDI; a credit note takes it back. */
const chargeOf = ({ invoiceType, currency }: Cfdi, amount: string) => {
  const { cents } = moneyOf(amount, currency);
  return money(invoiceType ? cents : -cents, currency);
};
const totalOf = (cfdi: Cfdi) => add(chargeOf(cfdi, cfdi.subTotal), chargeOf(cfdi, cfdi.iva));
const counted = { counts: ({ state }: Cfdi) => state !== 'cancelled', without: 'cancelados' };

const columns: readonly Column<Cfdi>[] = [
  {
    id: 'folio',
    header: es.columns.folio,
    value: ({ folio }) => folio,
    text: ({ folio, uuid }) => `${folio} ${uuid ?? ''}`.trim(),
    cell: ({ folio, uuid }) => <CellPair note={uuid}>{folio}</CellPair>,
    width: 'minmax(10rem, 1fr)',
    breaks: true,
    card: 'title',
  },
  {
    id: 'client',
    header: es.columns.client,
    value: ({ entityName }) => entityName,
    text: (cfdi) => `${cfdi.entityName} · ${kindOf(cfdi)}`,
    cell: (cfdi) => <CellPair note={kindOf(cfdi)}>{cfdi.entityName}</CellPair>,
    width: 'minmax(10rem, 1fr)',
    breaks: true,
  },
  {
    id: 'emitted',
    header: es.columns.emitted,
    value: ({ emittedAt }) => emittedAt,
    text: ({ emittedAt, state }) => `${es.states[state]} · ${formatTableDate(emittedAt)}`,
    cell: ({ emittedAt, state }) => (
      <CellPair note={formatTableDate(emittedAt)}>
        <StatusBadge tone={tones[state]}>{es.states[state]}</StatusBadge>
      </CellPair>
    ),
    width: '11.5rem',
    card: 'note',
  },
  amountColumn({
    id: 'subTotal',
    header: es.columns.subTotal,
    pick: (cfdi) => chargeOf(cfdi, cfdi.subTotal),
    total: counted,
    width: '9rem',
  }),
  amountColumn({
    id: 'iva',
    header: es.columns.iva,
    pick: (cfdi) => chargeOf(cfdi, cfdi.iva),
    total: counted,
    width: '8.5rem',
  }),
  amountColumn({ id: 'total', header: es.columns.total, pick: totalOf, total: counted, card: 'figure' }),
];
const cfdiRowId = ({ id }: Cfdi): string => id;

const isCancellable = ({ state }: Cfdi): boolean => state === 'issued' || state === 'kept';
const isFollowed = ({ state, uuid }: Cfdi): boolean => uuid !== null && state !== 'issued' && state !== 'pending';

function CfdiTable({ cfdi, month }: { cfdi: readonly Cfdi[]; month: string }) {
  const [may, mayReverse, mayFollow] = [
    useMay(cancelInterestInvoice),
    useMay(proposeCutReversal),
    useMay(getCfdiCancellation),
  ];
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const [chosen, choose] = useState<Cfdi | null>(null);
  const [undone, undo] = useState<Cfdi | null>(null);
  const [followed, follow] = useState<Cfdi | null>(null);
  if (cfdi.length === 0) {
    return (
      <EmptyState drawing="papers" level={2} title={es.cfdi.emptyTitle}>
        {es.cfdi.empty}
      </EmptyState>
    );
  }
  return (
    <>
      <Toolbar label={es.cfdi.search} value={typed} onChange={setTyped} />
      {cfdi.length >= MONTH_CFDI_LIMIT ? <p className="quiet">{es.cfdi.limited(MONTH_CFDI_LIMIT)}</p> : null}
      <DataTable
        label={es.cfdi.label}
        noun={es.cfdi.noun}
        rows={cfdi}
        columns={columns}
        rowId={cfdiRowId}
        search={search}
        {...((may || mayReverse || mayFollow) && {
          actions: (one: Cfdi) => (
            <>
              {mayFollow && isFollowed(one) ? (
                <Button size="small" aria-label={es.steps.actionOf(one.folio)} onClick={() => follow(one)}>
                  {es.steps.action}
                </Button>
              ) : null}
              {may && isCancellable(one) ? (
                <Button size="small" aria-label={es.cfdi.cancelOf(one.folio)} onClick={() => choose(one)}>
                  {es.cfdi.cancel}
                </Button>
              ) : null}
              {mayReverse && isCancellable(one) && one.kind === 'interest' && one.invoiceType ? (
                <Button size="small" aria-label={es.reverse.actionOf(one.entityName)} onClick={() => undo(one)}>
                  {es.reverse.action}
                </Button>
              ) : null}
            </>
          ),
        })}
        empty={<NothingFound title={es.cfdi.notFound} onClear={() => setTyped('')} />}
      />
      {chosen ? <CancelDialog cfdi={chosen} onRequested={() => follow(chosen)} onClose={() => choose(null)} /> : null}
      {followed ? <CancellationDialog cfdi={followed} onClose={() => follow(null)} /> : null}
      {undone ? <CutReversalDialog client={undone} month={month} onClose={() => undo(null)} /> : null}
    </>
  );
}

/** Asks for the motive, and says what follows from it. */
function CancelDialog(props: { cfdi: Cfdi; onRequested: () => void; onClose: () => void }) {
  const { cfdi, onRequested, onClose } = props;
  const { id, folio, invoiceType } = cfdi;
  const first: { motive: Motive } = { motive: invoiceType ? '01' : '02' };
  const offered = motives.filter((motive) => invoiceType || motive !== '01');
  return (
    <FormDialog
      title={es.cancel.title(folio)}
      size="small"
      isDanger
      submit={es.cancel.confirm}
      dismiss={es.cancel.dismiss}
      reasonHelp={null}
      values={first}
      changing={useCancelCfdi(id)}
      bodyOf={({ motive }) => motive}
      onDone={(isCancelled) => {
        onRequested();
        return isCancelled ? es.cancel.cancelled(folio) : es.cancel.done(folio);
      }}
      onClose={onClose}
    >
      {({ values: { motive }, choice }) => (
        <>
          <SelectField
            {...choice('motive')}
            label={es.cancel.motive}
            options={offered.map((value) => ({ value, label: es.cancel.motives[value] }))}
          />
          <PlannedSteps invoiceId={id} motive={motive} />
          <p>
            {motive === '01' ? es.cancel.effect['01'] : invoiceType ? es.cancel.effect.other : es.cancel.effect.note}
          </p>
        </>
      )}
    </FormDialog>
  );
}

/** The effects that a cancellation with the motive would have on this CFDI and others. */
function PlannedSteps({ invoiceId, motive }: { invoiceId: string; motive: Motive }) {
  const preview = useQuery(cancellationQuery(invoiceId, motive));
  return (
    <Consequences of={preview} textsOf={({ steps }) => steps.map(({ kind, folio }) => es.steps.planned[kind](folio))} />
  );
}
