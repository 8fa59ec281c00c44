import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import css from './page.module.css';

interface PageProps {
  readonly title: string;
  /** What the page is about, in a sentence. */
  readonly intro?: string;
  /** Of a page inside another one: the way back. */
  readonly back?: { readonly to: string; readonly label: string };
  readonly children: ReactNode;
}

/** A page of the portal below its heading, which takes the focus when the page opens. */
export function Page({ title, intro, back, children }: PageProps) {
  return (
    <div className={css.page}>
      <div>
        {back ? (
          <Link to={back.to} className={css.back}>
            <Icon name="arrowLeft" size={16} />
            {back.label}
          </Link>
        ) : null}
        <h1 tabIndex={-1}>{title}</h1>
        {intro ? <p className={css.intro}>{intro}</p> : null}
      </div>
      {children}
    </div>
  );
}
