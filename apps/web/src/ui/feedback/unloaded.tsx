import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Notice } from './notice.tsx';
import { Skeleton } from './skeleton.tsx';

interface UnloadedProps {
  readonly failed: boolean;
  readonly onRetry: () => void;
  readonly title?: string;
  /** What could not be read, or why. */
  readonly children: ReactNode;
  /** The shape of what is coming. */
  readonly lines: number;
  readonly height?: 'row' | 'tile';
}

/** In the place of data that is not there: its shape while it is read; that it could not be, with the way to try again. */
export function Unloaded({ failed, onRetry, title, children, lines, height = 'row' }: UnloadedProps) {
  if (!failed) return <Skeleton lines={lines} height={height} />;
  return (
    <Notice tone="bad" title={title} action={<Button onClick={() => onRetry()}>Reintentar</Button>}>
      {children}
    </Notice>
  );
}
