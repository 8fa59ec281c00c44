import type { ListedReceiver } from '@anticipa/contract/lender-receivers';
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { moneyOf } from '@anticipa/domain/money';
import { type CompanyStatus, companyStatus } from '@anticipa/domain/receiver';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { moneyInText } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, NothingFound } from '../../ui/feedback/empty-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { ChipGroup } from '../../ui/field/chip-group.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { dateColumn } from '../../ui/table/columns.tsx';
import { OpeningRows } from '../../ui/table/opening-rows.tsx';
import { PagedTable } from '../../ui/table/paged-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { receiversQuery } from './api.ts';
import { es } from './es.ts';
import { exposuresText, statuses, toneOf } from './view-model.ts';

type View = keyof typeof es.view;
const rowId = ({ companyId }: ListedReceiver): string => companyId;
const chips = statuses.map((status) => ({ value: String(status), label: es.statuses[status] }));

/** [OPE-06] The receivers of all clients: the new ones with what waits on each, and all, by status and text. */
export function ReceiversScreen() {
  const [view, setView] = useState<View>('new');
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const search = useDeferredValue(typed.trim());
  const wanted: readonly CompanyStatus[] =
    view === 'new' ? [companyStatus.PENDING] : statuses.filter((status) => chosen.has(String(status)));
  const list = useInfiniteQuery(receiversQuery(wanted, search));
  const { data, error, refetch } = list;
  const clear = (): void => {
    setTyped('');
    setChosen(new Set());
  };
  const isNarrowed = search !== '' || (view === 'all' && chosen.size > 0);
  const waiting = data?.pages.at(-1)?.waiting;
  return (
    <Tabs
      label={es.views}
      tabs={[
        { value: 'new', label: es.view.new, ...(waiting !== undefined && { count: waiting }) },
        { value: 'all', label: es.view.all },
      ]}
      value={view}
      onChange={setView}
    >
      <OpeningRows className="blocks">
        {error && data ? (
          <Notice tone="warn" title={es.failed} action={<Button onClick={() => void refetch()}>{es.retry}</Button>}>
            {es.stale}
          </Notice>
        ) : null}
        <Toolbar label={es.search} value={typed} onChange={setTyped}>
          {view === 'all' ? <ChipGroup label={es.filter} chips={chips} selected={chosen} onChange={setChosen} /> : null}
        </Toolbar>
        <PagedTable
          list={list}
          label={es.title}
          noun={es.noun}
          columns={columns}
          rowId={rowId}
          empty={
            isNarrowed ? (
              <NothingFound title={es.notFound} onClear={clear} />
            ) : (
              <EmptyState drawing="papers" level={2} title={view === 'new' ? es.emptyNew : es.empty}>
                {view === 'new' ? es.emptyNewText : es.emptyText}
              </EmptyState>
            )
          }
          more={es.more}
          failed={es.failed}
          lines={8}
        />
      </OpeningRows>
    </Tabs>
  );
}

const unsoldText = ({ unsold }: ListedReceiver): string =>
  unsold.map(({ amount, currency }) => moneyInText(moneyOf(amount, currency))).join(' · ') || es.none;

const columns: readonly Column<ListedReceiver>[] = [
  {
    id: 'name',
    header: es.columns.name,
    value: ({ name }) => name,
    text: ({ name, rfc }) => `${name} ${rfc}`,
    cell: ({ companyId, name, rfc, situation }) => (
      <CellPair note={[rfc, situation && es.listed[situation]].filter(Boolean).join(' · ')}>
        <Link to={lenderPaths.receiver} params={{ companyId }}>
          {name}
        </Link>
      </CellPair>
    ),
    width: 'minmax(14rem, 3fr)',
    breaks: true,
    card: 'title',
  },
  {
    id: 'status',
    header: es.columns.status,
    value: ({ statusId }) => es.statuses[statusId],
    cell: ({ statusId }) => <StatusBadge tone={toneOf(statusId)}>{es.statuses[statusId]}</StatusBadge>,
    width: 'minmax(10.5rem, 1fr)',
  },
  dateColumn({
    id: 'since',
    header: es.columns.since,
    pick: ({ createdAt }) => dateAt(new Date(createdAt), MEXICO_CITY),
  }),
  {
    id: 'waiting',
    header: es.columns.waiting,
    value: ({ rejected }) => rejected.invoices,
    text: ({ rejected }) => es.waits(rejected.invoices, rejected.clients),
    width: 'minmax(10rem, 1fr)',
    breaks: true,
  },
  {
    id: 'unsold',
    header: es.columns.unsold,
    value: unsoldText,
    sortable: false,
    align: 'end',
    width: 'minmax(11rem, 1fr)',
    breaks: true,
  },
  {
    id: 'use',
    header: es.columns.use,
    value: ({ exposures }) => exposuresText(exposures),
    width: 'minmax(12rem, 2fr)',
    breaks: true,
  },
];
