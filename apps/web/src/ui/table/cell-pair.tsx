import type { ReactNode } from 'react';
import { unbroken } from '../unbroken.tsx';
import css from './cell-pair.module.css';

/** A cell of two lines, the second one quieter. */
export function CellPair({ title, note, children }: { title?: string; note: ReactNode; children: ReactNode }) {
  return (
    <span className={css.pair}>
      <span title={title}>{unbroken(children)}</span>
      {note ? <small>{unbroken(note)}</small> : null}
    </span>
  );
}
