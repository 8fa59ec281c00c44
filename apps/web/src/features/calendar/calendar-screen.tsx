import type { CalendarEvent, getCalendar } from '@anticipa/contract/calendar';
import type { ResponseOf } from '@anticipa/contract/route';
import { addDays, dateOf, type IsoDate, weekdayOf } from '@anticipa/domain/calendar';
import { moneyOf } from '@anticipa/domain/money';
import { addMonths, firstDayOf, lastDayOf, type Month, monthOf, parseMonth } from '@anticipa/domain/month';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { formatMonth, formatTableDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { creditQuery } from '../../lib/queries.ts';
import { useSearchParam } from '../../lib/use-search-param.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { QueryFallback } from '../../ui/feedback/query-fallback.tsx';
import { MonthField } from '../../ui/field/month-field.tsx';
import { MoneyText } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { calendarQuery, renewLink } from './api.ts';
import css from './calendar.module.css';
import { es } from './es.ts';
import { Weeks } from './weeks.tsx';

interface Day {
  readonly date: IsoDate;
  /** Column of a week that starts on Monday, from 1. */
  readonly column: number;
  readonly isToday: boolean;
  readonly holiday: string | null;
  readonly events: readonly CalendarEvent[];
}

/** [TAB-11] Every day of the month. */
function daysOf(month: Month, answer: ResponseOf<typeof getCalendar>): readonly Day[] {
  const byDate = Map.groupBy(answer.data, ({ date }) => date);
  const holidays = new Map(answer.holidays.map(({ date, name }) => [date, name]));
  const days: Day[] = [];
  for (let date = firstDayOf(month); date <= lastDayOf(month); date = addDays(date, 1)) {
    days.push({
      date,
      column: ((weekdayOf(date) + 6) % 7) + 1,
      isToday: date === answer.today,
      holiday: holidays.get(date) ?? null,
      events: byDate.get(date) ?? [],
    });
  }
  return days;
}

const MONTHS_AHEAD = 12;

/** [RUT-01] [TAB-11] Dues, deposits and releases by day, and the private link to their feed. */
export function CalendarScreen() {
  const { data, isError, refetch } = useQuery(creditQuery);
  return (
    <Page title={es.title} intro={es.intro} back={{ to: paths.home, label: es.back }}>
      {data ? (
        <>
          <Weeks today={dateOf(data.today)} />
          <Calendar thisMonth={monthOf(dateOf(data.today))} />
        </>
      ) : (
        <QueryFallback failed={isError} onRetry={refetch} lines={8}>
          {es.failed}
        </QueryFallback>
      )}
    </Page>
  );
}

function Calendar({ thisMonth }: { thisMonth: Month }) {
  const [asked, setAsked] = useSearchParam('mes');
  const last = addMonths(thisMonth, MONTHS_AHEAD);
  const wanted = parseMonth(asked ?? '') ?? thisMonth;
  const [month = thisMonth] = [wanted, last].toSorted();
  const { data, isError, isPlaceholderData, refetch } = useQuery(calendarQuery(month));
  return (
    <>
      <MonthField label={es.month} value={month} max={last} onChange={setAsked} />
      {data && !isPlaceholderData ? (
        <MonthGrid month={month} days={daysOf(month, data)} />
      ) : (
        <QueryFallback failed={isError} onRetry={refetch} lines={8}>
          {es.failed}
        </QueryFallback>
      )}
      {data ? <FeedLink linkedAt={data.linkedAt} /> : null}
    </>
  );
}

function MonthGrid({ month, days }: { month: Month; days: readonly Day[] }) {
  const start: CSSProperties & Record<'--first-column', number | undefined> = { '--first-column': days[0]?.column };
  return (
    <section className={css.calendar}>
      {days.every(({ events }) => events.length === 0) ? <p className="quiet">{es.nothing}</p> : null}
      <div className={css.weekdays} aria-hidden="true">
        {es.weekdays.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <ol className={css.days} style={start} aria-label={es.days(formatMonth(month))}>
        {days.map(({ date, column, isToday, holiday, events }) => (
          <li
            key={date}
            className={css.day}
            data-column={column}
            data-today={isToday || undefined}
            data-empty={events.length === 0 || undefined}
            aria-current={isToday ? 'date' : undefined}
          >
            <span className={css.date}>
              <time dateTime={date}>{Number(date.slice(-2))}</time>
              {holiday ? <small>{holiday}</small> : null}
            </span>
            {events.map(({ kind, currency, amount }) => (
              <span key={`${kind}${currency}`} className={css.event} data-kind={kind}>
                <span>{es.kinds[kind]}</span> <MoneyText amount={moneyOf(amount, currency)} />
              </span>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

function FeedLink({ linkedAt }: { linkedAt: string | null }) {
  const queries = useQueryClient();
  const renewing = useMutation({
    mutationFn: renewLink,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['invoices', 'calendar'] }),
  });
  const created = renewing.data;
  return (
    <Card title={es.link.title}>
      <p className="quiet">{es.link.text}</p>
      {renewing.isError ? (
        <Notice tone="bad" title={es.link.failed}>
          {failureText(renewing.error)}
        </Notice>
      ) : null}
      {created ? (
        <Notice tone="good" title={es.link.once}>
          <span className={css.address}>
            <code>{created.url}</code> <CopyButton what={es.link.address} text={created.url} />
          </span>
        </Notice>
      ) : null}
      <p className={css.actions}>
        <Button busy={renewing.isPending} onClick={() => renewing.mutate()}>
          {linkedAt || created ? es.link.renew : es.link.create}
        </Button>
        {linkedAt ? (
          <span className="quiet">
            {unbroken(es.link.created(formatTableDate(linkedAt)))} {es.link.renewText}
          </span>
        ) : null}
      </p>
    </Card>
  );
}
