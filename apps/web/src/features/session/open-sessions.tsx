import type { SessionRecord } from '@anticipa/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { formatTableDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { PhoneFoldedCard } from '../../ui/overlay/folding-card.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { sessionsQuery, useEndSession } from './api.ts';
import { es } from './components/es.ts';
import css from './open-sessions.module.css';

/** The user's open sessions with device and last use; each can be ended. */
export function OpenSessions() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const list = useRef<HTMLUListElement>(null);
  return (
    <PhoneFoldedCard
      title={es.sessions.title}
      aside={data ? <span className="quiet">{es.sessions.count(data.length)}</span> : null}
    >
      <p className={css.text}>{es.sessions.text}</p>
      {data ? (
        <ul ref={list} className={css.list} tabIndex={-1} aria-label={es.sessions.title}>
          {data.map((session) => (
            <Session key={session.sessionId} session={session} onEnded={() => list.current?.focus()} />
          ))}
        </ul>
      ) : (
        <LoadFallback error={error} onRetry={refetch} title={es.sessions.failed} lines={2} />
      )}
    </PhoneFoldedCard>
  );
}

function Session({ session, onEnded }: { session: SessionRecord; onEnded: () => void }) {
  const ending = useEndSession();
  const navigate = useNavigate();
  const device = session.device || es.sessions.unknownDevice;
  const lastUsed = formatTableDate(session.lastUsedAt);
  const end = (): void => {
    if (session.current) return void navigate({ to: paths.logout });
    ending.mutate(session.sessionId, {
      onSuccess: () => {
        onEnded();
        showToast({ text: es.sessions.ended(device), tone: 'good' });
      },
    });
  };
  return (
    <li className={css.session}>
      <div className={css.device}>
        <strong>{device}</strong>
        {session.current ? (
          <StatusBadge tone="good" icon="check">
            {es.sessions.current}
          </StatusBadge>
        ) : null}
      </div>
      <Facts
        className={css.facts}
        facts={[
          [es.sessions.lastUsed, lastUsed],
          [es.sessions.since, formatTableDate(session.createdAt)],
          [es.sessions.address, session.address],
        ]}
      />
      <Button
        size="small"
        busy={ending.isPending}
        aria-label={session.current ? es.sessions.endCurrentLabel : es.sessions.endLabel(device, lastUsed)}
        onClick={end}
      >
        {es.sessions.end}
      </Button>
      {ending.error ? (
        <div className={css.problem}>
          <Notice tone="bad" title={es.sessions.notEnded}>
            {failureText(ending.error)}
          </Notice>
        </div>
      ) : null}
    </li>
  );
}
