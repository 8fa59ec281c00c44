import type { ReactNode } from 'react';
import css from './donut.module.css';
import { donutArcs } from './donut-arcs.ts';

export interface DonutPart {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  /** One of five fixed shades; the text in the table names the part. */
  readonly shade: 'brand' | 'good' | 'warn' | 'bad' | 'neutral';
  /** Further cells of the part's row, for example totals. */
  readonly detail?: ReactNode;
  readonly onOpen?: () => void;
}

/** Parts of a whole: an SVG ring, and a table with the same figures that opens each part. */
export function Donut(props: { label: string; noun: string; parts: readonly DonutPart[] }) {
  const { label, noun, parts } = props;
  const total = parts.reduce((sum, part) => sum + part.count, 0);
  const arcs = donutArcs(parts.map((part) => part.count));
  return (
    <div className={css.donut}>
      <svg viewBox="0 0 120 120" className={css.ring} aria-hidden="true">
        <circle cx="60" cy="60" r="48" className={css.track} />
        {parts.map((part, position) => {
          const arc = arcs[position];
          return arc ? (
            <circle
              key={part.key}
              cx="60"
              cy="60"
              r="48"
              pathLength="100"
              className={css.arc}
              data-shade={part.shade}
              strokeDasharray={`${arc.length} ${100 - arc.length}`}
              strokeDashoffset={-arc.start}
            />
          ) : null;
        })}
        <text x="60" y="61" className={css.total}>
          {total.toLocaleString('es-MX')}
        </text>
        <text x="60" y="77" className={css.noun}>
          {noun}
        </text>
      </svg>
      <table className={css.table} aria-label={label}>
        <tbody>
          {parts.map((part) => (
            <tr key={part.key}>
              <th scope="row">
                <span className={css.swatch} data-shade={part.shade} aria-hidden="true" />
                {part.onOpen ? (
                  <button type="button" className={css.open} onClick={part.onOpen}>
                    {part.label}
                  </button>
                ) : (
                  part.label
                )}
              </th>
              <td>{part.count.toLocaleString('es-MX')}</td>
              {part.detail === undefined ? null : <td className={css.detail}>{part.detail}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
