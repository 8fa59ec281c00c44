import { type ReactNode, useRef } from 'react';
import css from './action-bar.module.css';
import { useBottomEdge } from './bottom-edge.ts';

/** Fixed at the bottom while something is selected: figures at the start, actions at the end. */
export function ActionBar({ label, figures, children }: { label: string; figures: ReactNode; children: ReactNode }) {
  const bar = useRef<HTMLElement>(null);
  useBottomEdge(bar);
  return (
    <section ref={bar} className={css.bar} aria-label={label} data-print="hide">
      <dl className={css.figures}>{figures}</dl>
      <div className={css.actions}>{children}</div>
    </section>
  );
}

/** One figure of the bar: label above, value below. A `minor` one is left out on a phone. */
export function ActionFigure(props: { label: ReactNode; minor?: boolean; children: ReactNode }) {
  const { label, minor = false, children } = props;
  return (
    <div className={css.figure} data-minor={minor || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
