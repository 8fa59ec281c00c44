import type { ReactNode } from 'react';
import css from './facts.module.css';

/** Terms with their values, side by side where there is room: in columns, or `inLine`, each as wide as it is. */
export function Facts(props: { facts: readonly (readonly [term: string, value: ReactNode])[]; inLine?: boolean }) {
  const { facts, inLine = false } = props;
  return (
    <dl className={inLine ? css.inLine : css.facts}>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
