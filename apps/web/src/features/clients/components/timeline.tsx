import type { TimelineEvent } from '@anticipa/contract/client-timeline';
import { messageKindTexts, messageStateTexts } from '@anticipa/texts/message-texts';
import { actorOf, auditTexts, changesOf, subjectOf } from '@anticipa/texts/tables/log';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatTableDate } from '../../../lib/format.ts';
import { outsideFailureText } from '../../../lib/outside-failure.ts';
import { Card } from '../../../ui/card.tsx';
import { LoadFallback } from '../../../ui/feedback/load-fallback.tsx';
import { Row, Rows } from '../../../ui/rows.tsx';
import { useShortList } from '../../../ui/short-list.tsx';
import { MoreRows } from '../../../ui/table/paged-table.tsx';
import { timelineQuery } from '../api.ts';
import { es } from '../es.ts';

const texts = es.timeline;

/** [OPE-04] What has happened to a client, the newest on top. */
export function Timeline({ clientId }: { clientId: string }) {
  const list = useInfiniteQuery(timelineQuery(clientId));
  const { data, error, refetch } = list;
  const events = data?.pages.flatMap((page) => page.data);
  const short = useShortList(events?.length ?? 0);
  return (
    <Card title={texts.title}>
      {events ? (
        <Rows ref={short.list}>
          {events.slice(0, short.count).map((event) => (
            <Event key={event.kind === 'entry' ? event.entry.id : event.message.id} event={event} />
          ))}
        </Rows>
      ) : (
        <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={6} />
      )}
      {events?.length === 0 ? <p className="quiet">{texts.empty}</p> : null}
      {short.more ?? <MoreRows label={texts.more} list={list} />}
    </Card>
  );
}

function Event({ event }: { event: TimelineEvent }) {
  const { at, title, facts, note } = event.kind === 'entry' ? ofEntry(event.entry) : ofMessage(event.message);
  return (
    <Row>
      <div>
        <time className="quiet" dateTime={at}>
          {formatTableDate(at)}
        </time>
        <strong>{title}</strong>
        <span className="quiet">{facts.filter(Boolean).join(' · ')}</span>
        {note ? <span className="quiet">{note}</span> : null}
      </div>
    </Row>
  );
}

const ofEntry = (entry: Extract<TimelineEvent, { kind: 'entry' }>['entry']) => ({
  at: entry.at,
  title: auditTexts[entry.action],
  facts: [actorOf(entry), subjectOf(entry), changesOf(entry)],
  note: entry.reason && texts.reason(entry.reason),
});

const ofMessage = ({
  createdAt,
  kind,
  state,
  sentTo,
  lastError,
  isMailed,
}: Extract<TimelineEvent, { kind: 'message' }>['message']) => ({
  at: createdAt,
  title: texts.message(messageKindTexts[kind]),
  facts: [messageStateTexts[state], sentTo, isMailed && texts.byMail],
  note: lastError && state !== 'sent' ? outsideFailureText(lastError) : null,
});
