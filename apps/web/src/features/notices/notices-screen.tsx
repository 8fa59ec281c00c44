import type { Notice } from '@anticipa/contract/notices';
import { noticeEvents } from '@anticipa/domain/notice-event';
import { noticeActions, noticeAddress, noticeText } from '@anticipa/texts/notice-texts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { formatTableDate } from '../../lib/format.ts';
import type { ActionButton } from '../../lib/paths.ts';
import { paths } from '../../lib/paths.ts';
import { isReadOnly, useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { ChipGroup } from '../../ui/field/chip-group.tsx';
import { SelectField } from '../../ui/field/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { Page } from '../../ui/page.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { type NoticeFilter, noticesQuery, unreadQuery, useReadNotices } from './api.ts';
import { es } from './es.ts';
import css from './notices.module.css';
import { UnreadMessages } from './unread-messages.tsx';

type Chosen = (typeof noticeEvents)[number] | '';
const events: readonly { value: Chosen; label: string }[] = [
  { value: '', label: es.all },
  ...noticeEvents.map((value) => ({ value, label: es.events[value] })),
];

/** [AVI-07] What the person was told, newest first; each notice leads to what it is about. */
export function NoticesScreen() {
  const user = useUser();
  const [event, setEvent] = useState<Chosen>('');
  const [onlyUnread, setOnlyUnread] = useState(false);
  const filter: NoticeFilter = { ...(event && { event }), ...(onlyUnread && { unread: 'true' }) };
  const list = useInfiniteQuery(noticesQuery(filter));
  const { data: unread = 0 } = useQuery(unreadQuery);
  const reading = useReadNotices();
  const notices = list.data?.pages.flatMap(({ data }) => data);
  const readAll = (): void =>
    reading.mutate(null, { onError: (error) => showToast({ tone: 'bad', text: failureText(error) }) });
  const read = ({ noticeId, readAt }: Notice): void => {
    if (readAt === null && !isReadOnly(user)) reading.mutate([noticeId]);
  };
  return (
    <Page
      title={es.title}
      aside={
        <Link to={paths.profile} hash={CHOICES_ANCHOR} className={css.toChoices}>
          {es.toChoices}
        </Link>
      }
    >
      <UnreadMessages />
      <div className={css.bar}>
        <SelectField label={es.filter} value={event} options={events} onChange={setEvent} />
        <ChipGroup
          label={es.filter}
          chips={[{ value: 'unread', label: es.onlyUnread }]}
          selected={new Set(onlyUnread ? ['unread'] : [])}
          onChange={(next) => setOnlyUnread(next.has('unread'))}
        />
        {unread > 0 && !isReadOnly(user) ? (
          <Button icon="check" busy={reading.isPending} onClick={readAll}>
            {es.readAll}
          </Button>
        ) : null}
      </div>
      {notices === undefined ? (
        <LoadFallback error={list.error} onRetry={list.refetch} title={es.failed} lines={6} />
      ) : notices.length === 0 ? (
        <EmptyState drawing="papers" level={2} title={es.emptyTitle}>
          {event || onlyUnread ? es.nothingFound : es.empty}
        </EmptyState>
      ) : (
        <>
          <ul className={css.list}>
            {notices.map((notice) => (
              <NoticeRow key={notice.noticeId} notice={notice} onOpen={read} />
            ))}
          </ul>
          {list.hasNextPage ? (
            <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {es.more}
            </Button>
          ) : null}
        </>
      )}
    </Page>
  );
}

/** The place of the choices in the profile. */
export const CHOICES_ANCHOR = 'avisos' satisfies ActionButton;

function NoticeRow({ notice, onOpen }: { notice: Notice; onOpen: (notice: Notice) => void }) {
  const { title, body } = noticeText(notice);
  const isUnread = notice.readAt === null;
  const maySell = useUser().saleRight !== 'consult';
  const action = maySell ? noticeActions[notice.event] : undefined;
  return (
    <li data-unread={isUnread || undefined}>
      <Link to={noticeAddress(notice)} className={css.notice} preload={false} onClick={() => onOpen(notice)}>
        <span className={css.words}>
          <strong>
            {isUnread ? <span className={css.dot} role="img" aria-label={es.unread} /> : null}
            {title}
          </strong>
          <span>{unbroken(body)}</span>
          <time dateTime={notice.createdAt} className="quiet">
            {unbroken(formatTableDate(notice.createdAt))}
          </time>
        </span>
        <Icon name="chevronRight" size={16} />
      </Link>
      {action ? (
        <Link to={action.address} className={css.action} preload={false} onClick={() => onOpen(notice)}>
          {action.label}
        </Link>
      ) : null}
    </li>
  );
}
