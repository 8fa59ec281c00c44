import { registerCollection } from '@anticipa/contract/collections';
import { answerSale, disburseSale } from '@anticipa/contract/lender';
import {
  type InboxQueue,
  type InboxSale,
  inboxQueues,
  listInbox,
  type RobotParts,
  switchRobot,
} from '@anticipa/contract/lender-inbox';
import type { ResponseOf } from '@anticipa/contract/route';
import { moneyOf } from '@anticipa/domain/money';
import { everyRow } from '@anticipa/texts/tables/table';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { call, newUuid } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { formatTableDate } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { useMay } from '../../lib/may.ts';
import { timeLeft } from '../../lib/time-left.ts';
import { useChange } from '../../lib/use-change.ts';
import { useSearchParam } from '../../lib/use-search-param.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, NothingFound } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { Switch } from '../../ui/field/checkbox.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { OpeningRows } from '../../ui/table/opening-rows.tsx';
import { MoreRows } from '../../ui/table/paged-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { es } from './es.ts';
import css from './inbox.module.css';

/** Milliseconds between readings: operators receive no events. */
const POLL_MS = 10_000;

/** A queue of sales in pages, with the size of each queue. */
const inboxQuery = (queue: InboxQueue) =>
  infiniteQueryOptions({
    queryKey: ['inbox', queue],
    queryFn: ({ pageParam: after, signal }) =>
      call(listInbox, { query: { queue, ...(after === '' ? {} : { after }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    // The tabs stay, with the focus, while another queue is read.
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });

const stale = [['inbox']];
const robotParts = ['answers', 'pays', 'collects'] as const;

/** Lets the demo's robot do a part of the lender's work, or leaves it to operators. */
const useRobot = () =>
  useChange(stale, (body: Partial<RobotParts>) => call(switchRobot, { body, idempotencyKey: newUuid() }));

type Queues = ResponseOf<typeof listInbox>['queues'];

const rowId = ({ saleId }: InboxSale): string => saleId;

/** The sales that wait for the lender, the most urgent first. */
export function InboxScreen() {
  const [chosen, choose] = useSearchParam('cola');
  const queue = inboxQueues.find((each) => each === chosen) ?? 'answer';
  const setQueue = (next: InboxQueue): void => choose(next === 'answer' ? '' : next);
  const list = useInfiniteQuery(inboxQuery(queue));
  const { data, error, isPlaceholderData, refetch } = list;
  const [last] = data?.pages.slice(-1) ?? [];
  if (!data || !last) {
    return <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={8} />;
  }
  const { queues, now, robot } = data.pages[0] ?? last;
  const tabs = inboxQueues.map((value) => ({
    value,
    label: es.queue[value],
    count: queues[value].count,
  }));
  return (
    <Tabs label={es.queues} tabs={tabs} value={queue} onChange={setQueue}>
      <div className="stack">
        {error ? (
          <Notice tone="warn" title={es.failed} action={<Button onClick={() => void refetch()}>Reintentar</Button>}>
            {es.stale}
          </Notice>
        ) : null}
        <p className={css.live}>
          {unbroken(es.live(formatTableDate(now)))}
          {queues[queue].late > 0 ? <StatusBadge tone="bad">{es.late(queues[queue].late)}</StatusBadge> : null}
        </p>
        {robot === null ? null : <Robot robot={robot} />}
        {isPlaceholderData ? (
          <LoadFallback error={null} onRetry={refetch} title={es.failed} lines={8} />
        ) : (
          <Sales
            key={queue}
            queue={queue}
            queues={queues}
            now={now}
            sales={data.pages.flatMap((page) => page.data)}
            after={<MoreRows label={es.more} list={list} />}
          />
        )}
      </div>
    </Tabs>
  );
}

/** Switches the parts of the demo's robot, each for operators who may do it in its place. */
function Robot({ robot }: { robot: RobotParts }) {
  const may = { answers: useMay(answerSale), pays: useMay(disburseSale), collects: useMay(registerCollection) };
  const switching = useRobot();
  const shown = { ...robot, ...(switching.isPending && switching.variables) };
  const mine = robotParts.filter((part) => may[part]);
  if (mine.length === 0) return null;
  return (
    <>
      {mine.map((part) => (
        <Switch
          key={part}
          checked={!shown[part]}
          help={es.robot[part].help}
          onChange={(isMine) => switching.mutate({ [part]: !isMine })}
        >
          {es.robot[part].label}
        </Switch>
      ))}
      {switching.error ? <p role="alert">{failureText(switching.error)}</p> : null}
    </>
  );
}

function Sales(props: {
  queue: InboxQueue;
  queues: Queues;
  now: string;
  sales: readonly InboxSale[];
  after: ReactNode;
}) {
  const { queue, queues, now, sales, after } = props;
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const columns = useMemo(() => columnsAt(now, queue), [now, queue]);
  if (sales.length === 0) {
    return (
      <EmptyState drawing="papers" level={2} title={es.emptyTitle[queue]}>
        {emptyText(queue, queues)}
      </EmptyState>
    );
  }
  return (
    <OpeningRows className="stack">
      <Toolbar label={es.search} value={typed} onChange={setTyped} />
      <DataTable
        label={es.label}
        noun={['venta', 'ventas']}
        rows={sales}
        columns={columns}
        rowId={rowId}
        search={search}
        empty={<NothingFound title={es.notFound} onClear={() => setTyped('')} />}
        after={after}
      />
    </OpeningRows>
  );
}

function emptyText(queue: InboxQueue, queues: Queues): string {
  if (queue === 'correction' || queue === 'confirmation') return es.empty[queue];
  return queue === 'answer' ? es.empty.answer(queues.payout.count) : es.empty.payout(queues.answer.count);
}

const columnsAt = (now: string, queue: InboxQueue): readonly Column<InboxSale>[] => [
  {
    id: 'promise',
    header: es.columns.promise,
    value: ({ promisedAt }) => promisedAt,
    text: ({ promisedAt }) => promiseText(promisedAt, now),
    cell: ({ promisedAt }) => {
      const { isLate } = timeLeft(promisedAt, now);
      return (
        <StatusBadge tone={isLate ? 'bad' : 'neutral'} icon="clock">
          {promiseText(promisedAt, now)}
        </StatusBadge>
      );
    },
    width: '8.5rem',
    card: 'note',
  },
  {
    id: 'sale',
    header: es.columns.sale,
    value: ({ numberOfSale }) => numberOfSale,
    text: ({ numberOfSale }) => es.sale(numberOfSale),
    cell: ({ saleId, numberOfSale }) => (
      <Link to={lenderPaths.sale} params={{ saleId }}>
        {es.sale(numberOfSale)}
      </Link>
    ),
    width: '6.5rem',
    card: 'title',
  },
  {
    id: 'client',
    header: es.columns.client,
    value: ({ entityName }) => entityName,
    width: 'minmax(10rem, 1fr)',
    breaks: true,
  },
  { id: 'count', header: es.columns.count, value: ({ count }) => count, align: 'end', width: '6.25rem' },
  {
    id: 'receivers',
    header: es.columns.receivers,
    value: ({ largestReceiver }) => largestReceiver,
    text: ({ largestReceiver, receivers }) =>
      receivers > 1 ? `${largestReceiver} ${es.others(receivers - 1)}` : largestReceiver,
    cell: ({ largestReceiver, receivers }) => (
      <CellPair title={largestReceiver} note={receivers > 1 ? es.others(receivers - 1) : null}>
        {largestReceiver}
      </CellPair>
    ),
    width: 'minmax(13rem, 2fr)',
  },
  amountColumn({
    id: 'total',
    header: queue === 'payout' ? es.columns.deposit : es.columns.total,
    pick: ({ total, initialDeposit, currency }) => moneyOf(queue === 'payout' ? initialDeposit : total, currency),
    total: everyRow,
    card: 'figure',
  }),
  {
    id: 'sat',
    header: es.columns.sat,
    value: ({ unconfirmed }) => unconfirmed,
    text: ({ unconfirmed }) => (unconfirmed > 0 ? es.unconfirmed(unconfirmed) : es.confirmed),
    cell: ({ unconfirmed }) =>
      unconfirmed > 0 ? (
        <StatusBadge tone="warn">{es.unconfirmed(unconfirmed)}</StatusBadge>
      ) : (
        <StatusBadge tone="good">{es.confirmed}</StatusBadge>
      ),
    width: '9.5rem',
    card: 'note',
  },
];

const promiseText = (promisedAt: string, now: string): string => {
  const { isLate, time } = timeLeft(promisedAt, now);
  return isLate ? es.overdue(time) : es.left(time);
};
