import { adjustInvoice } from '@anticipa/contract/adjustments';
import { type Alert, CLOSED_ALERTS_LIMIT, closeAlert, listAlerts } from '@anticipa/contract/alerts';
import { approvalRoles } from '@anticipa/contract/approvals';
import { listLenderMessages } from '@anticipa/contract/invoice-messages';
import { getLenderSale } from '@anticipa/contract/lender';
import { listWaitingReceipts } from '@anticipa/contract/receipts';
import { getTaxpayerList } from '@anticipa/contract/taxpayer-list';
import { listTroubledTransfers } from '@anticipa/contract/transfers';
import { type Currency, currencies, moneyOf } from '@anticipa/domain/money';
import { adjustmentNames } from '@anticipa/texts/adjustments';
import { alertReasons } from '@anticipa/texts/alert-reasons';
import { formatFolio } from '@anticipa/texts/format';
import { motiveTexts } from '@anticipa/texts/motive-texts';
import { relationText } from '@anticipa/texts/relation-texts';
import { roleNames } from '@anticipa/texts/roles';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { formatDate, formatMoney, formatTableDate } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { mayWith, useMay } from '../../lib/may.ts';
import { useUser } from '../../lib/session.ts';
import { useChange } from '../../lib/use-change.ts';
import { Button } from '../../ui/button.tsx';
import { Explanation } from '../../ui/explanation.tsx';
import { EmptyState, NothingFound } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { ChipGroup } from '../../ui/field/chip-group.tsx';
import { DialogButton } from '../../ui/overlay/dialog-button.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { es } from './es.ts';

const texts: Readonly<Record<string, { readonly reason: string } | undefined>> = motiveTexts;

/** Why the alert was raised. A provider's reason is in its own words. */
function reasonOf({ kind, subject, reason, details }: Alert): string {
  if (kind === 'tax-objection') return texts[reason]?.reason ?? reason;
  if (kind === 'related-invoice') return relatedReason(details);
  if (kind === 'client-message') return es.clientWaits;
  if (kind === 'receiver-answer' && details.dueOn != null) return es.paysOn(formatDate(String(details.dueOn)));
  if (kind === 'receiver-answer') return alertReasons[text(details.verdict) ?? ''] ?? reason;
  if (kind === 'certificate-expiry') return es.expires(formatDate(String(details.expiry)));
  if (kind === 'books-altered') return alteredReason(details);
  if (kind === 'list-refused' && details.row != null) return es.unreadableRow(String(details.row));
  const [expected, holder, amount] = ['expected', 'holder', 'amount'].map((name) => text(details[name]));
  if (reason === 'other-holder' && expected && holder && amount)
    return es.otherHolder(formatMoney(moneyOf(amount, 'MXN')), expected, holder);
  const isPayment = reason === 'returned' && subject.startsWith('received-transfer:');
  return alertReasons[isPayment ? 'returned-payment' : reason] ?? reason;
}

function alteredReason({ what, number, id, count, first }: Alert['details']): string {
  if (what === 'entry' || what === 'head') return es.altered[what](String(number));
  return es.altered.invariant(String(id), String(count), String(first));
}

/** Text of how an alert was closed; null while it is open. */
function closureOf({ closure }: Alert): string | null {
  if (closure === null) return null;
  if (closure.cause !== null) return es.closures[closure.cause];
  const by = closure.by ?? '';
  return closure.reason === null ? es.closedBy(by) : es.closedWith(by, closure.reason);
}

/** "La sustituye: B-13 · MXN 116,000.00". */
function relatedReason(details: Alert['details']): string {
  const [kind, serie, folio, amount, uuid] = ['kind', 'serie', 'folio', 'amount', 'uuid'].map((name) =>
    text(details[name]),
  );
  const currency = currencies.find((one) => one === details.currency);
  const name = serie || folio ? formatFolio({ serie: serie ?? null, folio: folio ?? null }) : uuid;
  const value = amount && currency ? formatMoney(moneyOf<Currency>(amount, currency)) : null;
  const relation = relationText({ kind: kind ?? '', type: details.type === 'E' ? 'E' : 'I', isNewer: true });
  return `${relation}: ${[name, value].filter(Boolean).join(' · ')}`;
}

const text = (value: Alert['details'][string] | undefined): string | null => (value == null ? null : String(value));

/** Subject of an alert: an invoice, a tax id, money with its tracking key, a folio. */
function aboutOf({ kind, clientId, subject, invoice, details }: Alert): string {
  if (invoice !== null) return es.invoice(formatFolio(invoice));
  if (kind === 'listed-taxpayer') return subject.slice(subject.indexOf(':') + 1);
  if (kind === 'list-refused') return es.list;
  if (kind === 'books-altered') return clientId === null ? es.books : es.booksOfClient;
  const [amount, folio] = [text(details.amount), text(details.folio)];
  const known = [
    text(details.senderName),
    amount && formatMoney(moneyOf(amount, 'MXN')),
    text(details.trackingKey),
    text(details.clabe),
    folio && es.folio(folio),
  ];
  return known.filter((part) => part !== null && part !== '').join(' · ') || es.none;
}

/** Milliseconds between readings: operators receive no events. */
const POLL_MS = 30_000;

const alertsQuery = (state: 'open' | 'closed') =>
  queryOptions({
    queryKey: ['alerts', state],
    queryFn: async ({ signal }) => (await call(listAlerts, { query: { state }, signal })).data,
    refetchInterval: POLL_MS,
  });

const stale = [['alerts'], ['approvals']];

const useCloseAlert = () =>
  useChange(stale, ({ id, reason }: { readonly id: string; readonly reason?: string }) =>
    call(closeAlert, { params: { alertId: id }, body: reason === undefined ? {} : { reason } }),
  );

const states = ['open', 'closed'] as const;
type State = (typeof states)[number];
const chips = states.map((value) => ({ value, label: es.states[value] }));
const rowId = ({ id }: Alert): string => id;

/** [SIS-03] [SIS-04] Lists findings of the portal that an operator must look at. */
export function AlertsScreen() {
  const [state, setState] = useState<State>('open');
  const { data, error, refetch } = useQuery(alertsQuery(state));
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const mayClose = useMay(closeAlert);
  return (
    <section className="stack" aria-label={es.label}>
      <Explanation>{es.explained}</Explanation>
      <Toolbar label={es.search} value={typed} onChange={setTyped}>
        <ChipGroup
          label={es.stateLabel}
          chips={chips}
          selected={new Set([state])}
          onChange={(next) => setState([...next].find((each) => each !== state) ?? state)}
        />
      </Toolbar>
      {state === 'closed' && data && data.length >= CLOSED_ALERTS_LIMIT ? (
        <p className="quiet">{es.limited(CLOSED_ALERTS_LIMIT)}</p>
      ) : null}
      {data ? (
        <DataTable
          label={es.label}
          noun={['alerta', 'alertas']}
          rows={data}
          columns={columns}
          rowId={rowId}
          search={search}
          {...(mayClose && state === 'open'
            ? { actions: (alert: Alert) => <Close alert={alert} />, actionsWidth: '11.5rem' }
            : {})}
          empty={
            data.length > 0 ? (
              <NothingFound title={es.nothingFound} onClear={() => setTyped('')} />
            ) : (
              <EmptyState drawing="papers" level={2} title={state === 'open' ? es.emptyTitle : es.nothingClosed}>
                {es.empty}
              </EmptyState>
            )
          }
        />
      ) : (
        <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={8} />
      )}
    </section>
  );
}

const columns: readonly Column<Alert>[] = [
  {
    id: 'alert',
    header: es.columns.alert,
    value: ({ kind }) => es.titles[kind],
    text: (alert) => [`${es.titles[alert.kind]}: ${reasonOf(alert)}`, closureOf(alert)].filter(Boolean).join(' '),
    cell: (alert) => (
      <CellPair note={[reasonOf(alert), closureOf(alert)].filter(Boolean).join(' ')}>{es.titles[alert.kind]}</CellPair>
    ),
    width: 'minmax(17rem, 3fr)',
    breaks: true,
    card: 'title',
  },
  {
    id: 'about',
    header: es.columns.about,
    value: aboutOf,
    text: (alert) => [aboutOf(alert), alert.entityName ?? ''].filter((part) => part !== '').join(' · '),
    cell: (alert) => (
      <CellPair note={<ClientLink alert={alert} />}>
        <About alert={alert} />
        <Remedy alert={alert} />
      </CellPair>
    ),
    width: 'minmax(14rem, 2fr)',
    breaks: true,
  },
  {
    id: 'raised',
    header: es.columns.raised,
    value: ({ raisedAt }) => raisedAt,
    text: ({ raisedAt }) => formatTableDate(raisedAt),
    width: '13rem',
  },
];

/** Links to the sale or to the list of article 69-B, for those who may open it. */
function About({ alert }: { alert: Alert }) {
  const [maySeeSale, maySeeList] = [useMay(getLenderSale), useMay(getTaxpayerList)];
  const about = aboutOf(alert);
  const saleId = alert.invoice?.saleId ?? alert.details.saleId;
  if (maySeeSale && typeof saleId === 'string')
    return (
      <Link to={lenderPaths.sale} params={{ saleId }}>
        {about}
      </Link>
    );
  if (maySeeList && (alert.kind === 'list-refused' || alert.kind === 'listed-taxpayer'))
    return <Link to={lenderPaths.taxpayerList}>{about}</Link>;
  return about;
}

const cancellations: ReadonlySet<string> = new Set(['CANCELLED_AT_TAX_AUTHORITY', 'CANCELLATION_IN_PROGRESS']);

/** Sent transfers that 'Transferencias' lists. */
const troubles: ReadonlySet<string> = new Set(['failed', 'returned', 'late', 'in-doubt']);

/**
 * Leads to where the cause of an alert is dealt with: the queue of its money, the accounts of the client whose deposit reached another
 * holder, or the dialog that a bought invoice needs, which is bought back if it was cancelled and reduced by a credit note.
 */
function Remedy({ alert: { kind, reason, subject, clientId, invoice, details } }: { alert: Alert }) {
  const may = useMay(adjustInvoice);
  const maySee = {
    receipts: useMay(listWaitingReceipts),
    transfers: useMay(listTroubledTransfers),
    messages: useMay(listLenderMessages),
  };
  const isReceived = subject.startsWith('received-transfer:');
  if (kind === 'transfer' && isReceived && reason === 'unidentified' && maySee.receipts)
    return (
      <>
        {' · '}
        <Link to={lenderPaths.receipts}>{es.seeReceipts}</Link>
      </>
    );
  if (kind === 'transfer' && !isReceived && troubles.has(reason) && maySee.transfers)
    return (
      <>
        {' · '}
        <Link to={lenderPaths.transfers}>{es.seeTransfers}</Link>
      </>
    );
  if ((kind === 'client-message' || kind === 'receiver-answer') && invoice && maySee.messages)
    return (
      <>
        {' · '}
        <Link to={lenderPaths.conversation} params={{ documentId: invoice.documentId }}>
          {es.seeConversation}
        </Link>
      </>
    );
  if (reason === 'other-holder' && clientId !== null)
    return (
      <>
        {' · '}
        <Link to={lenderPaths.client} params={{ clientId }}>
          {es.seeAccounts}
        </Link>
      </>
    );
  const isCancelled = kind === 'tax-objection' && cancellations.has(reason);
  const isNote = kind === 'related-invoice' && details.type === 'E';
  // The client buys the replaced one back, and sells its replacement.
  const isReplaced = kind === 'related-invoice' && details.type === 'I' && details.kind === '04';
  if (!may || !invoice?.isInCredit || !(isCancelled || isNote || isReplaced)) return null;
  const { documentId } = invoice;
  const adjustment = isNote ? 'credit-note' : 'recourse';
  return (
    <>
      {' · '}
      <Link to={lenderPaths.invoice} params={{ documentId }} search={{ ajuste: adjustment }}>
        {adjustmentNames[adjustment]}
      </Link>
    </>
  );
}

function ClientLink({ alert: { clientId, entityName } }: { alert: Alert }) {
  if (clientId === null) return null;
  return (
    <Link to={lenderPaths.client} params={{ clientId }}>
      {entityName}
    </Link>
  );
}

function Close({ alert }: { alert: Alert }) {
  return alert.needsSecond ? <CloseMoney alert={alert} /> : <CloseAtOnce alert={alert} />;
}

const closers = new Intl.ListFormat('es-MX', { type: 'disjunction' }).format(
  approvalRoles.alert.map((role) => roleNames[role]),
);

/** An alert about money closes by its cause; otherwise it needs a reason and a second person. */
function CloseMoney({ alert }: { alert: Alert }) {
  const closing = useCloseAlert();
  const { roles } = useUser();
  if (alert.waits) return <StatusBadge tone="info">{es.money.waits}</StatusBadge>;
  if (!mayWith(roles, { roles: approvalRoles.alert }))
    return <span className="quiet">{es.money.closers(closers)}</span>;
  return (
    <DialogButton
      size="small"
      aria-label={`${es.money.close}: ${es.titles[alert.kind]}, ${aboutOf(alert)}`}
      dialog={(close) => (
        <FormDialog
          title={es.money.close}
          submit={es.money.submit}
          values={{}}
          changing={closing}
          bodyOf={({ reason }) => ({ id: alert.id, reason })}
          onDone={() => es.money.sent}
          onClose={close}
        >
          <p>{`${reasonOf(alert)} ${aboutOf(alert)}`}</p>
          <p>{alert.kind === 'books-altered' ? es.money.explainedBooks : es.money.explained}</p>
        </FormDialog>
      )}
    >
      {es.money.close}
    </DialogButton>
  );
}

function CloseAtOnce({ alert }: { alert: Alert }) {
  const { mutate, isPending } = useCloseAlert();
  const close = (): void =>
    mutate(
      { id: alert.id },
      {
        onSuccess: () => showToast({ text: es.closed, tone: 'good' }),
        onError: (error) => showToast({ text: failureText(error), tone: 'bad' }),
      },
    );
  return (
    <Button
      size="small"
      busy={isPending}
      aria-label={es.closeOf(es.titles[alert.kind], aboutOf(alert))}
      onClick={close}
    >
      {es.close}
    </Button>
  );
}
