import { type ReactNode, useId } from 'react';
import { Icon } from '../icon.tsx';
import css from './expansion.module.css';

/**
 * A panel that opens and closes. `aside` (figures, a badge, a checkbox) stays visible and is not part of the button.
 */
export function Expansion(props: {
  title: ReactNode;
  aside?: ReactNode;
  open: boolean;
  onToggle: (open: boolean) => void;
  /** The id of the panel, for links of an error summary. */
  id?: string;
  /** The level of its heading; 2 directly on a page. Defaults to 3. */
  level?: 2 | 3;
  /** The id of the text that explains why the panel is blocked; pressing the button focuses it instead. */
  blockedBy?: string | null;
  children: ReactNode;
}) {
  const { title, aside, open, onToggle, level = 3, blockedBy, children } = props;
  const Heading = level === 2 ? 'h2' : 'h3';
  const ownId = useId();
  const id = props.id ?? ownId;
  return (
    <section id={id} className={css.panel} data-open={open || undefined} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <div className={css.head}>
        <Heading className={css.heading}>
          <button
            id={`${id}-title`}
            type="button"
            className={css.toggle}
            aria-expanded={open}
            aria-controls={`${id}-body`}
            aria-disabled={blockedBy ? true : undefined}
            aria-describedby={blockedBy ?? undefined}
            onClick={() => (blockedBy ? lead(blockedBy) : onToggle(!open))}
          >
            <Icon name="chevronRight" />
            <span>{title}</span>
          </button>
        </Heading>
        {aside}
      </div>
      <div id={`${id}-body`} hidden={!open} className={css.body}>
        {open ? children : null}
      </div>
    </section>
  );
}

function lead(id: string): void {
  const target = document.getElementById(id);
  target?.scrollIntoView({ block: 'center' });
  target?.focus({ preventScroll: true });
}
