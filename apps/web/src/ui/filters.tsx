import type { ReactNode } from 'react';
import { ButtonRow } from './button-row.tsx';
import css from './filters.module.css';
import { usePhone } from './use-media.ts';

/** [DIN-111] Fields that choose what a screen shows: side by side, and on a phone behind one line with what is chosen. */
export function Filters({ chosen, children }: { chosen: string; children: ReactNode }) {
  const phone = usePhone();
  const fields = <ButtonRow data-print="hide">{children}</ButtonRow>;
  if (!phone) return fields;
  return (
    <details className={css.filters}>
      <summary>
        <span>{chosen}</span>
        <span className={css.change}>Cambiar</span>
      </summary>
      {fields}
    </details>
  );
}
