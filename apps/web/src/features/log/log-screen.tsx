import type { ExportFormat } from '@anticipa/contract/exports';
import { exportLog, type LogEntry, listLog } from '@anticipa/contract/log';
import type { SentQueryOf } from '@anticipa/contract/route';
import { auditActions } from '@anticipa/domain/audit';
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { actorOf, auditTexts, changesOf, subjectOf } from '@anticipa/texts/tables/log';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { call, callForFile } from '../../lib/api-client.ts';
import { formatDate, formatTableDate } from '../../lib/format.ts';
import { Explanation } from '../../ui/explanation.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ChipGroup } from '../../ui/field/chip-group.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { SelectField } from '../../ui/field/field.tsx';
import { Filters } from '../../ui/filters.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { FileButtons } from '../../ui/table/file-buttons.tsx';
import { PagedTable } from '../../ui/table/paged-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { es } from './es.ts';

type LogFilter = Omit<NonNullable<SentQueryOf<typeof listLog>>, 'before'>;

/** The log, a page at a time, the newest on top. */
const logQuery = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: ['log', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listLog, { query: { ...filter, ...(pageParam && { before: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

const downloadLog = (filter: LogFilter, format: ExportFormat) =>
  callForFile(exportLog, { query: { ...filter, format } });

type Who = keyof typeof es.kinds;
type Action = (typeof auditActions)[number] | '';

const chips = (['operator', 'user', 'worker'] as const).map((value) => ({ value, label: es.kinds[value] }));
const actions: readonly { value: Action; label: string }[] = [
  { value: '', label: es.all },
  ...auditActions
    .map((value) => ({ value, label: auditTexts[value] }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'es')),
];
const rowId = ({ id }: LogEntry): string => id;

/** [OPE-08] Every change with who, when, from where, before, after and why; and reads of clients' data. */
export function LogScreen() {
  const [typed, setTyped] = useState('');
  const [who, setWho] = useState<Who | null>(null);
  const [action, setAction] = useState<Action>('');
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const search = useDeferredValue(typed.trim());
  const isBackwards = from !== null && to !== null && to < from;
  const filter = useMemo<LogFilter>(
    () => ({
      ...(search && { search }),
      ...(who && { who }),
      ...(action && { action }),
      ...(from && { from }),
      ...(to && !isBackwards && { to }),
    }),
    [search, who, action, from, to, isBackwards],
  );
  const list = useInfiniteQuery(logQuery(filter));
  const today = dateAt(new Date(), MEXICO_CITY);
  const chosen = [
    action === '' ? es.all : auditTexts[action],
    ...(from ? [es.since(formatDate(from))] : []),
    ...(to ? [es.until(formatDate(to))] : []),
  ].join(' · ');
  return (
    <section className="stack" aria-label={es.label}>
      <Explanation>{es.explained}</Explanation>
      <Toolbar
        label={es.search}
        value={typed}
        onChange={setTyped}
        beside={<FileButtons download={(format) => downloadLog(filter, format)} />}
      >
        <ChipGroup
          label={es.who}
          chips={chips}
          selected={new Set(who ? [who] : [])}
          onChange={(next) => setWho([...next].find((each) => each !== who) ?? null)}
        />
      </Toolbar>
      <Filters chosen={chosen}>
        <SelectField label={es.action} value={action} options={actions} onChange={setAction} />
        <DateField label={es.from} value={from} onChange={setFrom} today={today} />
        <DateField label={es.to} value={to} onChange={setTo} today={today} error={isBackwards ? es.backwards : null} />
      </Filters>
      <PagedTable
        list={list}
        label={es.label}
        noun={['renglón', 'renglones']}
        columns={columns}
        rowId={rowId}
        columnsName="bitacora"
        empty={
          <EmptyState drawing="papers" level={2} title={es.emptyTitle}>
            {es.empty}
          </EmptyState>
        }
        more={es.more}
        failed={es.failed}
        lines={8}
      />
    </section>
  );
}

const columns: readonly Column<LogEntry>[] = [
  {
    id: 'at',
    header: es.columns.at,
    value: ({ at }) => at,
    text: ({ at }) => formatTableDate(at),
    width: '13rem',
    card: 'note',
  },
  {
    id: 'who',
    header: es.columns.who,
    value: actorOf,
    text: (entry) => [actorOf(entry), entry.address].filter(Boolean).join(' · '),
    cell: (entry) => <CellPair note={entry.address}>{actorOf(entry)}</CellPair>,
    width: 'minmax(9rem, 1fr)',
    breaks: true,
    card: 'note',
  },
  {
    id: 'action',
    header: es.columns.action,
    value: ({ action }) => auditTexts[action],
    width: 'minmax(9.5rem, 2fr)',
    breaks: true,
    card: 'title',
  },
  {
    id: 'subject',
    header: es.columns.subject,
    value: subjectOf,
    width: 'minmax(8rem, 1fr)',
    breaks: true,
  },
  {
    id: 'client',
    header: es.columns.client,
    value: ({ entityName }) => entityName,
    text: ({ entityName }) => entityName ?? es.none,
    width: 'minmax(8rem, 1fr)',
    breaks: true,
  },
  {
    id: 'changes',
    header: es.columns.changes,
    value: (entry) => changesOf(entry) || null,
    text: (entry) => changesOf(entry) || es.none,
    width: 'minmax(13rem, 3fr)',
    breaks: true,
    sortable: false,
  },
  {
    id: 'reason',
    header: es.columns.reason,
    value: ({ reason }) => reason,
    text: ({ reason }) => reason ?? es.none,
    width: 'minmax(8rem, 1fr)',
    breaks: true,
  },
  {
    id: 'hash',
    header: es.columns.hash,
    value: ({ link, hash }) => `${link} · ${hash}`,
    width: 'minmax(12rem, 1fr)',
    breaks: true,
    optional: 'hidden',
  },
];
