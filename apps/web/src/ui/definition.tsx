import type { ReactNode } from 'react';
import css from './overlay/popover.module.css';
import { Popover } from './overlay/popover.tsx';

/** A word of the trade with its meaning one click away. `term` is the word as it stands in the sentence. */
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
