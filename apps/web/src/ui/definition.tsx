import type { ReactNode } from 'react';
import css from './overlay/popover.module.css';
import { Popover } from './overlay/popover.tsx';

/** A technical term with its definition one click away. `term` is the word as used in the sentence. */
export function Definition({ term, children }: { term: string; children: ReactNode }) {
  return (
    <Popover
      label={term}
      trigger={(button) => (
        <button type="button" className={css.term} {...button}>
          {term}
        </button>
      )}
    >
      {children}
    </Popover>
  );
}
