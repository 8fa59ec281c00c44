import { type Alert, closeAlert } from '@anticipa/contract/alerts';
import { approvalRoles } from '@anticipa/contract/approvals';
import { getLenderSale } from '@anticipa/contract/lender';
import { getTaxpayerList } from '@anticipa/contract/taxpayer-list';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { formatTableDate } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { mayWith, useMay } from '../../lib/may.ts';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Explanation } from '../../ui/explanation.tsx';
import { EmptyState, NothingFound } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { ChipGroup } from '../../ui/field/chip-group.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import css from './alerts.module.css';
import { alertsQuery, useCloseAlert } from './api.ts';
import { es } from './es.ts';
import { aboutOf, closureOf, reasonOf } from './view-model.ts';

const states = ['open', 'closed'] as const;
type State = (typeof states)[number];
const chips = states.map((value) => ({ value, label: es.states[value] }));
const rowId = ({ id }: Alert): string => id;

/** [SIS-03] [SIS-04] What the portal has found by itself and an operator must look at. */
export function AlertsScreen() {
  const [state, setState] = useState<State>('open');
  const { data, error, refetch } = useQuery(alertsQuery(state));
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const mayClose = useMay(closeAlert);
  return (
    <section className={css.screen} aria-label={es.label}>
      <Explanation>{es.explained}</Explanation>
      <Toolbar label={es.search} value={typed} onChange={setTyped}>
        <ChipGroup
          label={es.stateLabel}
          chips={chips}
          selected={new Set([state])}
          onChange={(next) => setState([...next].find((each) => each !== state) ?? state)}
        />
      </Toolbar>
      {data ? (
        <DataTable
          label={es.label}
          noun={['alerta', 'alertas']}
          rows={data}
          columns={columns}
          rowId={rowId}
          search={search}
          {...(mayClose && state === 'open' ? { actions: (alert: Alert) => <Close alert={alert} /> } : {})}
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
    width: 'minmax(18rem, 3fr)',
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

/** An alert about money closes by its cause; otherwise it needs a reason and a second person. */
function CloseMoney({ alert }: { alert: Alert }) {
  const [isOpen, setOpen] = useState(false);
  const closing = useCloseAlert();
  const { roles } = useUser();
  if (alert.waits) return <StatusBadge tone="info">{es.money.waits}</StatusBadge>;
  if (!mayWith(roles, { roles: approvalRoles.alert })) return null;
  return (
    <>
      <Button
        size="small"
        aria-label={`${es.money.close}: ${es.titles[alert.kind]}, ${aboutOf(alert)}`}
        onClick={() => setOpen(true)}
      >
        {es.money.close}
      </Button>
      {isOpen ? (
        <FormDialog
          title={es.money.close}
          submit={es.money.submit}
          values={{}}
          changing={closing}
          bodyOf={({ reason }) => ({ id: alert.id, reason })}
          onDone={() => es.money.sent}
          onClose={() => setOpen(false)}
        >
          <p>{`${reasonOf(alert)} ${aboutOf(alert)}`}</p>
          <p>{es.money.explained}</p>
        </FormDialog>
      ) : null}
    </>
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
