import type { ReactNode } from 'react';
import css from './action-bar.module.css';

/** Fixed at the bottom while something is selected: figures at the start, actions at the end. */
export function ActionBar({ label, figures, children }: { label: string; figures: ReactNode; children: ReactNode }) {
  return (
    <section className={css.bar} aria-label={label} data-action-bar="" data-print="hide">
      <dl className={css.figures}>{figures}</dl>
      <div className={css.actions}>{children}</div>
    </section>
  );
}

/** One figure of the bar: label above, value below. */
export function ActionFigure({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className={css.figure}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
