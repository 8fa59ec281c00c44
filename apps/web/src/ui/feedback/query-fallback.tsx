import type { ReactNode } from 'react';
import { askToSignIn, useSession } from '../../lib/session.ts';
import { Button } from '../button.tsx';
import { Notice } from './notice.tsx';
import { Skeleton } from './skeleton.tsx';

interface QueryFallbackProps {
  readonly failed: boolean;
  readonly onRetry: () => void;
  readonly title?: string;
  /** Why the data could not be loaded. */
  readonly children: ReactNode;
  /** Number of skeleton lines. */
  readonly lines: number;
  readonly height?: 'row' | 'tile';
}

/**
 * Replaces data that is not there: a skeleton while it loads, a notice with 'Reintentar' when loading has failed.
 * Without a session only signing in helps.
 */
export function QueryFallback({ failed, onRetry, title, children, lines, height = 'row' }: QueryFallbackProps) {
  const isSignedOut = useSession().status === 'ended';
  if (!failed) return <Skeleton lines={lines} height={height} />;
  if (isSignedOut) {
    return (
      <Notice tone="info" action={<Button onClick={() => askToSignIn()}>Iniciar sesión</Button>}>
        Inicia sesión de nuevo para ver estos datos.
      </Notice>
    );
  }
  return (
    <Notice tone="bad" title={title} action={<Button onClick={() => onRetry()}>Reintentar</Button>}>
      {children}
    </Notice>
  );
}
