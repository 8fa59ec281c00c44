import type { ReactNode } from 'react';
import css from './bars.module.css';

export interface Bar {
  readonly key: string;
  readonly label: string;
  /** The meaning of the row, below its label. */
  readonly note?: string;
  /** Per cent of the widest possible bar; null for a row without one. */
  readonly length: number | null;
  /** The figures, in the order of the headings. */
  readonly cells: readonly ReactNode[];
  readonly onOpen?: () => void;
}

/** Amounts beside each other: a table whose rows are underlined by their bar, and which opens each row. */
export function Bars(props: {
  label: string;
  headings: readonly [first: string, ...figures: string[]];
  bars: readonly Bar[];
}) {
  const { label, headings, bars } = props;
  return (
    <table className={css.bars} aria-label={label}>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ key, label: name, note, length, cells, onOpen }) => (
          <tr key={key}>
            <th scope="row">
              {onOpen ? (
                <button type="button" className={css.open} onClick={onOpen}>
                  {name}
                </button>
              ) : (
                name
              )}
              {note ? <span className={css.note}>{note}</span> : null}
              {length === null ? null : (
                <svg className={css.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={Math.max(0, Math.min(100, length))} height="1" />
                </svg>
              )}
            </th>
            {cells.map((cell, place) => (
              <td key={headings[place + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
