import { useEffect, useRef } from 'react';
import { Icon } from '../icon.tsx';
import css from './error-summary.module.css';

export interface SummarisedError {
  /** The id of the control or section concerned; the link focuses it. */
  readonly targetId: string;
  readonly text: string;
  /** Common to several consecutive errors, shown once above them. */
  readonly group?: string;
}

/**
 * All errors of a screen at its top, each linked to its control. Takes the focus once per attempt and not while errors
 * are being corrected: give each attempt its own `key`.
 */
export function ErrorSummary({ title, errors }: { title: string; errors: readonly SummarisedError[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  if (errors.length === 0) return null;
  return (
    <div ref={box} className={css.summary} role="alert" tabIndex={-1}>
      <strong className={css.title}>
        <Icon name="alert" />
        {title}
      </strong>
      <ul>
        {errors.map(({ targetId, text, group }, position) => (
          <li key={`${targetId}:${text}`}>
            {group && group !== errors[position - 1]?.group ? <p className={css.group}>{group}</p> : null}
            <a
              href={`#${targetId}`}
              onClick={(event) => {
                event.preventDefault();
                const target = document.getElementById(targetId);
                target?.scrollIntoView({ block: 'center' });
                target?.focus({ preventScroll: true });
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
