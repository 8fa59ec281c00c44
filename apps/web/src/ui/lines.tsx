import type { ReactNode } from 'react';
import css from './lines.module.css';
import { unbroken } from './unbroken.tsx';

/** Labels and their values, line by line. `hasResult`: the last line follows from the others. */
export function Lines({ hasResult, children }: { hasResult?: boolean; children: ReactNode }) {
  return (
    <dl className={css.lines} data-result={hasResult || undefined}>
      {children}
    </dl>
  );
}

/** Renders nothing without a value. `isLong`: the value is below its label instead of beside it. */
export function Line({ label, isLong, children }: { label: string; isLong?: boolean; children: ReactNode }) {
  return children ? (
    <div data-long={isLong || undefined}>
      <dt>{label}</dt>
      <dd>{unbroken(children)}</dd>
    </div>
  ) : null;
}
