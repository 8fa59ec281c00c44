import type { ReactNode, Ref } from 'react';
import css from './rows.module.css';

/** A list of things, each in a {@link Row}. */
export const Rows = ({ ref, children }: { ref?: Ref<HTMLUListElement>; children: ReactNode }) => (
  <ul ref={ref} className={css.rows}>
    {children}
  </ul>
);

/** One thing with its actions: a `div` that comes first has its texts below each other. */
export const Row = ({ children }: { children: ReactNode }) => <li className={css.row}>{children}</li>;
