import type { ReactNode } from 'react';
import css from './facts.module.css';
import { unbroken } from './unbroken.tsx';

/**
 * Terms with their values, side by side where there is room: in columns, `inLine`, each as wide as it is, or as a class of the
 * feature lays them out.
 */
export function Facts(props: {
  facts: readonly (readonly [term: string, value: ReactNode])[];
  inLine?: boolean;
  label?: string;
  className?: string | undefined;
}) {
  const { facts, inLine = false, label, className = inLine ? css.inLine : css.facts } = props;
  return (
    <dl className={className} aria-label={label}>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{unbroken(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
