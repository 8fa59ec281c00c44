import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import css from './empty-state.module.css';

const papers = (
  <>
    <rect x="30" y="22" width="42" height="54" rx="4" className={css.back} transform="rotate(-8 51 49)" />
    <rect x="44" y="18" width="42" height="56" rx="4" className={css.paper} />
    <path d="M52 32h26M52 41h26M52 50h15" className={css.line} />
  </>
);

const drawings = {
  /** Nothing here yet. */
  papers,
  /** Nothing here yet, and it can be added here. */
  add: (
    <>
      {papers}
      <circle cx="80" cy="68" r="13" className={css.accent} />
      <path d="M80 62v12M74 68h12" className={css.onAccent} />
    </>
  ),
  /** No search result. */
  search: (
    <>
      <rect x="28" y="20" width="48" height="56" rx="4" className={css.paper} />
      <path d="M37 34h30M37 43h30M37 52h17" className={css.line} />
      <circle cx="76" cy="60" r="15" className={css.glass} />
      <path d="m87 71 11 11" className={css.handle} />
    </>
  ),
  /** Not available, not authorised. */
  locked: (
    <>
      <path d="M46 44V34a14 14 0 0 1 28 0v10" className={css.handle} />
      <rect x="38" y="44" width="44" height="36" rx="6" className={css.paper} />
      <circle cx="60" cy="59" r="5" className={css.accent} />
      <path d="M60 62v8" className={css.handle} />
    </>
  ),
  /** Something failed. */
  broken: (
    <>
      <path d="M34 20h30l-6 16 12 8-10 14 6 18H38a4 4 0 0 1-4-4Z" className={css.paper} />
      <path d="m72 22 12 2a4 4 0 0 1 3.5 4.5L80 74l-8-1-4-15 11-13-11-9Z" className={css.back} />
      <path d="M43 34h13M43 43h15M43 52h9" className={css.line} />
    </>
  ),
} as const;

/** An empty area: the reason, and what to do about it. `level` is the heading level. */
export function EmptyState(props: {
  drawing: keyof typeof drawings;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  level?: 1 | 2 | 3;
}) {
  const { drawing, title, children, action, level = 3 } = props;
  const Heading = level === 1 ? 'h1' : level === 2 ? 'h2' : 'h3';
  return (
    <div className={css.empty}>
      <svg viewBox="0 0 120 96" width="120" height="96" aria-hidden="true">
        {drawings[drawing]}
      </svg>
      <Heading className={css.title} tabIndex={level === 1 ? -1 : undefined}>
        {title}
      </Heading>
      {children ? <p className={css.text}>{children}</p> : null}
      {action ? <div className={css.action}>{action}</div> : null}
    </div>
  );
}

/** A table whose search matches no row. */
export function NothingFound({ title, onClear }: { title: string; onClear: () => void }) {
  return (
    <EmptyState drawing="search" level={2} title={title} action={<Button onClick={onClear}>Quitar la búsqueda</Button>}>
      Cambia la búsqueda o quítala.
    </EmptyState>
  );
}
