import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import css from './page.module.css';

interface PageProps {
  readonly title: string;
  /** One sentence about the page. */
  readonly intro?: ReactNode;
  /** The way back, for a page inside another one. */
  readonly back?: { readonly to: string; readonly label: string };
  /** Beside the heading; below it on a phone. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A page of the portal with its heading, which takes the focus when the page opens. */
export function Page({ title, intro, back, aside, children }: PageProps) {
  return (
    <div className={css.page}>
      <div>
        {back ? (
          <Link to={back.to} className={css.back} data-print="hide">
            <Icon name="arrowLeft" size={16} />
            {back.label}
          </Link>
        ) : null}
        <div className={css.head}>
          <h1 tabIndex={-1}>{title}</h1>
          {aside}
        </div>
        {intro ? <p className={css.intro}>{intro}</p> : null}
      </div>
      {children}
    </div>
  );
}
