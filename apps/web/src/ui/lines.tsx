import type { ReactNode } from 'react';
import css from './lines.module.css';

/** Labels and their values, line by line. `hasResult`: the last line follows from the others. */
export function Lines({ hasResult, children }: { hasResult?: boolean; children: ReactNode }) {
  return (
    <dl className={css.lines} data-result={hasResult || undefined}>
      {children}
    </dl>
  );
}

/** Nothing without a value. */
export function Line({ label, children }: { label: string; children: ReactNode }) {
  return children ? (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  ) : null;
}
