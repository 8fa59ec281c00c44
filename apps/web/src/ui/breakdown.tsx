import type { ReactNode } from 'react';
import css from './overlay/popover.module.css';
import { Popover } from './overlay/popover.tsx';

export interface BreakdownLine {
  readonly label: ReactNode;
  readonly value: ReactNode;
}

/**
 * A figure that opens to its calculation, line by line, ending in the figure itself. `children` is the figure as
 * displayed.
 */
export function Breakdown(props: {
  title: string;
  lines: readonly BreakdownLine[];
  result: BreakdownLine;
  note?: ReactNode;
  children: ReactNode;
}) {
  const { title, lines, result, note, children } = props;
  return (
    <Popover
      label={title}
      trigger={(button) => (
        <button type="button" className={css.figure} title={`Ver cómo se calcula: ${title}`} {...button}>
          {children}
        </button>
      )}
    >
      <div className={css.breakdown}>
        <h3>{title}</h3>
        <dl className={css.lines}>
          {lines.map(({ label, value }, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a calculation have a fixed order
            <div key={position} className={css.line}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          <div className={css.line} data-result>
            <dt>{result.label}</dt>
            <dd>{result.value}</dd>
          </div>
        </dl>
        {note ? <p className="quiet">{note}</p> : null}
      </div>
    </Popover>
  );
}
