import { type ReactNode, useId } from 'react';
import css from './card.module.css';

/** A titled surface of a page. `aside` goes beside the title. */
export function Card({ title, aside, children }: { title: ReactNode; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className={css.card} aria-labelledby={id}>
      <header className={css.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
