import { listSystems, type RetriedSystem, retriedSystems, retrySystem } from '@anticipa/contract/systems';
import { formatDate } from '@anticipa/texts/format';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { formatTableDate } from '../../lib/format.ts';
import { useMay } from '../../lib/may.ts';
import { outsideFailureText } from '../../lib/outside-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Explanation } from '../../ui/explanation.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { unbroken } from '../../ui/unbroken.tsx';
import { es } from './es.ts';
import css from './systems.module.css';
import { rowsOf, type SystemRow } from './view-model.ts';

/** Polling interval in milliseconds: operators receive no events. */
const POLL_MS = 15_000;

const systemsQuery = queryOptions({
  queryKey: ['systems'],
  queryFn: ({ signal }) => call(listSystems, { signal }),
  refetchInterval: POLL_MS,
});

const retry = (system: RetriedSystem) => call(retrySystem, { params: { system }, body: {} });

type Expiry = NonNullable<NonNullable<SystemRow['credentials']>['expiry']>;

const tones: Readonly<Record<SystemRow['state'], Tone>> = {
  works: 'good',
  fails: 'warn',
  stopped: 'bad',
  unused: 'neutral',
};

const rowId = ({ system }: SystemRow): string => system;
const instantText = (instant: string | null): string => (instant === null ? es.none : formatTableDate(instant));

const reasonOf = (failure: string | null): string | null => (failure === null ? null : outsideFailureText(failure));

const columns: readonly Column<SystemRow>[] = [
  {
    id: 'system',
    header: 'Sistema',
    value: ({ system }) => es.systems[system],
    text: ({ system, credentials }) => [es.systems[system], ...credentialTexts(credentials)].join(' · '),
    cell: ({ system, credentials }) => (
      <CellPair note={<Credentials credentials={credentials} />}>{es.systems[system]}</CellPair>
    ),
    width: 'minmax(17rem, 2fr)',
    card: 'title',
  },
  {
    id: 'state',
    header: 'Estado',
    value: ({ state }) => es.states[state],
    cell: ({ state }) => <StatusBadge tone={tones[state]}>{es.states[state]}</StatusBadge>,
    width: '9rem',
    card: 'figure',
  },
  {
    id: 'success',
    header: 'Último acierto',
    value: ({ lastSuccessAt }) => lastSuccessAt,
    text: ({ lastSuccessAt }) => instantText(lastSuccessAt),
    width: '13rem',
  },
  {
    id: 'failure',
    header: 'Última falla',
    value: ({ lastFailureAt }) => lastFailureAt,
    text: ({ lastFailureAt, lastError }) =>
      [instantText(lastFailureAt), reasonOf(lastError)].filter(Boolean).join(' · '),
    cell: ({ lastFailureAt, lastError }) => (
      <CellPair note={lastError === null ? null : <span title={lastError}>{reasonOf(lastError)}</span>}>
        {instantText(lastFailureAt)}
      </CellPair>
    ),
    width: 'minmax(12rem, 2fr)',
    breaks: true,
  },
  {
    id: 'waiting',
    header: 'Pendientes',
    value: ({ waiting }) => waiting,
    text: ({ waiting }) => (waiting === null ? es.none : String(waiting)),
    cell: ({ waiting, oldestAt }) => (
      <CellPair note={oldestAt === null ? null : es.waitingSince(formatTableDate(oldestAt))}>
        {waiting ?? es.none}
      </CellPair>
    ),
    width: 'minmax(10rem, 1fr)',
    breaks: true,
  },
];

/** Days before the expiry from which it is marked, as the first warning. */
const SOON = 60;

const expiryText = ({ on, daysLeft }: Expiry): string =>
  daysLeft < 0 ? es.credentials.expired(formatDate(on)) : es.credentials.expires(formatDate(on));

const credentialTexts = (credentials: SystemRow['credentials']): string[] => {
  if (credentials === null) return [];
  const { expiry, refused } = credentials;
  return [...(expiry ? [expiryText(expiry)] : []), ...(refused > 0 ? [es.credentials.refused(refused)] : [])];
};

function Credentials({ credentials }: Pick<SystemRow, 'credentials'>) {
  if (credentials === null || credentialTexts(credentials).length === 0) return null;
  const { expiry, refused } = credentials;
  return (
    <span className={css.credentials}>
      {expiry === null ? null : <ExpiryOf expiry={expiry} />}
      {refused > 0 ? <StatusBadge tone="warn">{es.credentials.refused(refused)}</StatusBadge> : null}
    </span>
  );
}

function ExpiryOf({ expiry }: { expiry: Expiry }) {
  if (expiry.daysLeft > SOON) return <span>{expiryText(expiry)}</span>;
  return <StatusBadge tone={expiry.daysLeft < 0 ? 'bad' : 'warn'}>{expiryText(expiry)}</StatusBadge>;
}

/** For operators who may have work tried again. */
const retryColumn: Column<SystemRow> = {
  id: 'retry',
  header: es.action,
  value: () => null,
  cell: ({ system, state, waiting }) => {
    const retried = retriedSystems.find((each) => each === system);
    const isNeeded = (waiting ?? 0) > 0 || state === 'fails' || state === 'stopped';
    return retried !== undefined && isNeeded ? <Retry system={retried} /> : es.none;
  },
  width: '8rem',
  sortable: false,
  only: 'screen',
};

function Retry({ system }: { system: RetriedSystem }) {
  const queries = useQueryClient();
  const name = es.systems[system];
  const retrying = useMutation({
    mutationFn: () => retry(system),
    onSuccess: () => showToast({ text: es.retried(name), tone: 'good' }),
    onError: (error) => showToast({ text: `${es.retryFailed}. ${failureText(error)}`, tone: 'bad' }),
    onSettled: () => queries.invalidateQueries({ queryKey: systemsQuery.queryKey }),
  });
  return (
    <Button size="small" busy={retrying.isPending} onClick={() => retrying.mutate()} aria-label={es.retryOf(name)}>
      {es.retry}
    </Button>
  );
}

/** Every outside system: how its calls go and what waits for it. */
export function SystemsScreen() {
  const { data, error, refetch } = useQuery(systemsQuery);
  const canRetry = useMay(retrySystem);
  if (!data) {
    return <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={8} />;
  }
  return (
    <section className="stack" aria-label={es.label}>
      <Explanation>{es.explained}</Explanation>
      <DataTable
        label={es.label}
        noun={['sistema', 'sistemas']}
        rows={rowsOf(data.data)}
        columns={canRetry ? [...columns, retryColumn] : columns}
        rowId={rowId}
        empty={
          <EmptyState drawing="papers" level={2} title={es.emptyTitle}>
            {es.empty}
          </EmptyState>
        }
      />
      <p className={css.version}>
        {unbroken(es.version(data.portal.version, formatTableDate(data.portal.migratedAt)))}
      </p>
    </section>
  );
}
