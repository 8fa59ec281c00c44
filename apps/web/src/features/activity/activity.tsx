import { type ActivityEntry, exportActivity, listActivity } from '@anticipa/contract/activity';
import type { ExportFormat } from '@anticipa/contract/exports';
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { activityDetail, activityTable, activityText } from '@anticipa/texts/tables/activity';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call, callForFile } from '../../lib/api-client.ts';
import { formatTableDate } from '../../lib/format.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { PhoneFoldedCard } from '../../ui/overlay/folding-card.tsx';
import { FileButtons } from '../../ui/table/file-buttons.tsx';
import { PagedTable } from '../../ui/table/paged-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import css from './activity.module.css';
import { es } from './es.ts';

interface Days {
  readonly from?: string;
  readonly to?: string;
}

/** The newest on top, a page at a time. */
const activityQuery = (days: Days) =>
  infiniteQueryOptions({
    queryKey: ['activity', days],
    queryFn: ({ pageParam, signal }) =>
      call(listActivity, { query: { ...days, ...(pageParam && { before: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

const download = (days: Days, format: ExportFormat) => callForFile(exportActivity, { query: { ...days, format } });

const rowId = ({ id }: ActivityEntry): string => id;
const headers = new Map(activityTable.map(({ id, header }) => [id, header]));
const header = (id: string): string => headers.get(id) ?? id;

const columns: readonly Column<ActivityEntry>[] = [
  {
    id: 'at',
    header: header('at'),
    value: ({ at }) => at,
    text: ({ at }) => formatTableDate(at),
    width: '13rem',
    card: 'note',
  },
  { id: 'by', header: header('by'), value: ({ by }) => by, width: 'minmax(8rem, 1fr)', breaks: true, card: 'note' },
  {
    id: 'action',
    header: header('action'),
    value: activityText,
    width: 'minmax(11rem, 2fr)',
    breaks: true,
    card: 'title',
  },
  {
    id: 'subject',
    header: header('subject'),
    value: ({ subject }) => subject,
    text: ({ subject }) => subject ?? es.none,
    width: 'minmax(10rem, 2fr)',
    breaks: true,
  },
  {
    id: 'detail',
    header: header('detail'),
    value: activityDetail,
    text: (entry) => activityDetail(entry) ?? es.none,
    width: 'minmax(12rem, 3fr)',
    breaks: true,
    sortable: false,
  },
];

/** [DER-15] What the people of the company did. */
export function Activity() {
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const isBackwards = from !== null && to !== null && to < from;
  const days = useMemo<Days>(
    () => ({ ...(from && { from }), ...(to && !isBackwards && { to }) }),
    [from, to, isBackwards],
  );
  const list = useInfiniteQuery(activityQuery(days));
  const today = dateAt(new Date(), MEXICO_CITY);
  return (
    <PhoneFoldedCard title={es.title}>
      <p className="quiet">{es.text}</p>
      <div className={css.filters}>
        <DateField label={es.from} value={from} onChange={setFrom} today={today} />
        <DateField label={es.to} value={to} onChange={setTo} today={today} error={isBackwards ? es.backwards : null} />
        <FileButtons download={(format) => download(days, format)} />
      </div>
      <PagedTable
        list={list}
        label={es.label}
        noun={['acción', 'acciones']}
        columns={columns}
        rowId={rowId}
        empty={
          <EmptyState drawing="papers" level={3} title={es.emptyTitle}>
            {es.empty}
          </EmptyState>
        }
        more={es.more}
        failed={es.failed}
        lines={6}
      />
    </PhoneFoldedCard>
  );
}
