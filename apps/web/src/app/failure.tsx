import type { ErrorComponentProps } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiRefusal, ServerUnreachable } from '../lib/api-client.ts';
import { lastAdviser } from '../lib/device-setting.ts';
import { paths } from '../lib/paths.ts';
import { reportError } from '../lib/report-error.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { es } from './es.ts';

// After a deployment the chunks this page refers to are gone; only a reload helps.
const isNotLoaded = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script/i.test(error.message);

/** Reports an error of the page and offers to try again and a way back. Retries when the network returns. */
export function Failure(props: {
  error: unknown;
  componentStack?: string | undefined;
  onRetry: () => void;
  wayBack: ReactNode;
}) {
  const { error, componentStack, onRetry, wayBack } = props;
  const [reference, setReference] = useState('');
  const notLoaded = isNotLoaded(error);
  const unreachable = error instanceof ServerUnreachable || (notLoaded && !navigator.onLine);
  const outdated = notLoaded && !unreachable;
  const down = error instanceof ApiRefusal && error.status >= 500;
  useEffect(() => {
    // The server knows its own failures, and may be unable to take a report.
    if (!notLoaded && !down) setReference(reportError(error, componentStack));
  }, [error, componentStack, notLoaded, down]);
  const again = notLoaded ? () => window.location.reload() : onRetry;
  useEffect(() => {
    if (!unreachable) return;
    // A reload without a server would replace the portal by the browser's error page.
    const comeBack = (): void => void fetch(window.location.href, { method: 'HEAD' }).then(again, () => {});
    window.addEventListener('online', comeBack);
    return () => window.removeEventListener('online', comeBack);
  });
  // The focused element was removed with the page.
  useEffect(() => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true }), []);
  const texts = es.failure;
  const adviser = down || unreachable ? lastAdviser.read() : null;
  return (
    <EmptyState
      drawing="broken"
      level={1}
      title={
        unreachable ? texts.unreachableTitle : outdated ? texts.outdatedTitle : down ? texts.downTitle : texts.title
      }
      action={
        <>
          <Button variant="primary" onClick={again}>
            {outdated ? texts.reload : texts.retry}
          </Button>
          {adviser ? <a href={`tel:${adviser.replace(/[^+\d]/g, '')}`}>{es.phone.adviser(adviser)}</a> : wayBack}
        </>
      }
    >
      {unreachable ? texts.unreachable : outdated ? texts.outdated : down ? texts.down : texts.text}
      {reference ? ` ${texts.reference(reference)}` : ''}
    </EmptyState>
  );
}

/** The failure of what holds the screens: only a reload tries again. */
export const ReloadFailure = ({ error, info }: ErrorComponentProps) => (
  <Failure
    error={error}
    componentStack={info?.componentStack}
    onRetry={() => window.location.reload()}
    wayBack={<a href={paths.home}>{es.goHome}</a>}
  />
);

/** Last resort when the frame of the portal fails; depends on nothing that may have failed. */
export const RootFailure = (props: ErrorComponentProps) => (
  <main>
    <ReloadFailure {...props} />
  </main>
);
