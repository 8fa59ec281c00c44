import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { Icon } from '../icon.tsx';
import css from './progress-list.module.css';

export interface ProgressItem {
  readonly id: string;
  readonly name: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  /** 0 to 100 while running. */
  readonly percent?: number;
  /** Beside the name: the result, or the reason of a failure. */
  readonly note?: ReactNode;
}

const words = { waiting: 'En espera', running: 'En curso', done: 'Listo', failed: 'Con error', cancelled: 'Cancelado' };
const icons = { waiting: 'clock', running: 'upload', done: 'check', failed: 'alert', cancelled: 'minus' } as const;

/** A progress bar with its count: "132 de 300 archivos". `done` and `total` count the same items. */
export function ProgressBar(props: { label: string; done: number; total: number; noun: readonly [string, string] }) {
  const { label, done, total, noun } = props;
  return (
    <div className={css.overall}>
      <div className={css.words}>
        <strong>{label}</strong>
        <span>
          {done.toLocaleString('es-MX')} de {formatCount(total, noun[0], noun[1])}
        </span>
      </div>
      <progress className={css.bar} value={done} max={Math.max(total, 1)} aria-label={label} />
    </div>
  );
}

/** The items of a long job, each with its state as icon and word. */
export function ProgressList({ label, items }: { label: string; items: readonly ProgressItem[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <ul className={css.list} aria-label={label} tabIndex={0}>
      {items.map(({ id, name, state, percent, note }) => (
        <li key={id} className={css.item} data-state={state}>
          <Icon name={icons[state]} size={16} />
          <span className={css.name}>{name}</span>
          <span className={css.state}>
            {state === 'running' && percent ? `${Math.floor(percent)} %` : words[state]}
          </span>
          {note ? <span className={css.note}>{note}</span> : null}
        </li>
      ))}
    </ul>
  );
}
