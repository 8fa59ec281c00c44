import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ProgressBar, ProgressList } from '../../ui/feedback/progress-list.tsx';
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx';
import { announce } from '../../ui/overlay/announcer.ts';
import { uploads, useUploads } from './api.ts';
import { es } from './es.ts';
import css from './upload.module.css';
import { progressItems, type UploadView, uploadView } from './view-model/progress.ts';

const RefusedFiles = lazyPart(() => import('./components/refused-files.tsx'), 'RefusedFiles');

const tones: Record<UploadView['counts'][number]['state'], Tone> = {
  accepted: 'good',
  credited: 'good',
  existing: 'info',
  rejected: 'warn',
  refused: 'bad',
  failed: 'bad',
  cancelled: 'neutral',
};

/**
 * [CAR-01, CAR-02, CAR-06] The progress and results of the upload; nothing before the first file. `sellNew` offers to sell
 * the invoices with the given document ids.
 */
export function UploadPanel({ sellNew }: { sellNew: (documentIds: readonly string[]) => ReactNode }) {
  const entries = useUploads();
  const session = useSession();
  const [detailed, setDetailed] = useState(false);
  const view = uploadView(entries);
  useFreshLists(view);
  if (view.total === 0) return null;
  return (
    <Card
      title={es.title}
      aside={
        <span className={css.buttons}>
          {view.counts.map(({ state, text }) => (
            <StatusBadge key={state} tone={tones[state]}>
              {text}
            </StatusBadge>
          ))}
          <Button
            variant="quiet"
            size="small"
            icon={detailed ? 'chevronDown' : 'chevronRight'}
            aria-expanded={detailed}
            onClick={() => setDetailed(!detailed)}
          >
            {detailed ? es.hideFiles : es.showFiles}
          </Button>
          {view.running ? (
            <Button size="small" icon="close" onClick={uploads.cancel}>
              {es.cancel}
            </Button>
          ) : null}
          {!view.running && view.isRetriable ? (
            <Button size="small" icon="upload" onClick={uploads.retry}>
              {es.retry}
            </Button>
          ) : null}
          {view.running ? null : (
            <Button size="small" variant="quiet" onClick={uploads.clear}>
              {es.close}
            </Button>
          )}
        </span>
      }
    >
      <div className={css.panel}>
        <ProgressBar
          label={view.running ? es.progress : es.finished}
          done={view.settled}
          total={view.total}
          noun={es.noun}
        />
        {session.status === 'ended' && view.running ? <Notice tone="warn">{es.held}</Notice> : null}
        {view.hasServerError ? <Notice tone="bad">{es.failed.reason}</Notice> : null}
        {view.running ? null : sellNew(view.added)}
        {detailed ? <ProgressList label={es.perFile} items={progressItems(entries)} /> : null}
        {view.listed.length > 0 ? (
          <div className={css.listed}>
            <h3>{es.invalid}</h3>
            <RefusedFiles files={view.listed} />
          </div>
        ) : null}
      </div>
    </Card>
  );
}

/** Refetches the lists and announces the results once all files are answered; until then live events refresh. */
function useFreshLists({ running, counts }: UploadView): void {
  const queries = useQueryClient();
  const text = counts.map((count) => count.text).join(', ');
  const wasRunning = useRef(false);
  useEffect(() => {
    const ended = wasRunning.current && !running;
    wasRunning.current = running;
    if (!ended) return;
    announce(es.summary(text));
    void queries.invalidateQueries({ queryKey: ['invoices'] });
  }, [running, text, queries]);
}
