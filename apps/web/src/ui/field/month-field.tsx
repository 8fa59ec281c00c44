import { useId, useRef, useState } from 'react';
import { formatMonth, MONTH_NAMES } from '../../lib/format.ts';
import { Button, IconButton } from '../button.tsx';
import { Popover } from '../overlay/popover.tsx';
import css from './month-field.module.css';

interface MonthFieldProps {
  readonly label: string;
  /** `YYYY-MM`. */
  readonly value: string;
  readonly onChange: (month: string) => void;
  /** The last month that can be chosen, `YYYY-MM`; later ones are shown and cannot. */
  readonly max: string;
}

const written = (year: number, month: number): string => `${year}-${String(month).padStart(2, '0')}`;
const yearOf = (month: string): number => Number(month.slice(0, 4));

function shifted(month: string, by: 1 | -1): string {
  const count = yearOf(month) * 12 + Number(month.slice(5)) - 1 + by;
  return written(Math.floor(count / 12), (count % 12) + 1);
}

/** A month: one step back or on, or any from a small calendar of the year. */
export function MonthField({ label, value, onChange, max }: MonthFieldProps) {
  const labelId = useId();
  const field = useRef<HTMLFieldSetElement>(null);
  const goOn = (): void => {
    const next = shifted(value, 1);
    // At the last month this button goes, and must not take the focus with it.
    if (next >= max) field.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
    onChange(next);
  };
  return (
    <fieldset ref={field} className={css.field} aria-labelledby={labelId} data-print="hide">
      <span id={labelId} className={css.label}>
        {label}
      </span>
      <span className={css.control}>
        <IconButton icon="arrowLeft" label="Mes anterior" onClick={() => onChange(shifted(value, -1))} />
        <Popover
          label="Elegir mes"
          trigger={(button) => (
            <Button {...button} iconAfter="chevronDown" className={css.month}>
              {formatMonth(value)}
            </Button>
          )}
        >
          {(close) => (
            <YearPanel
              value={value}
              max={max}
              onPick={(month) => {
                onChange(month);
                close();
              }}
            />
          )}
        </Popover>
        {value < max ? <IconButton icon="arrowRight" label="Mes siguiente" onClick={goOn} /> : null}
      </span>
    </fieldset>
  );
}

function YearPanel({ value, max, onPick }: { value: string; max: string; onPick: (month: string) => void }) {
  const [year, setYear] = useState(yearOf(value));
  const isLastYear = year >= yearOf(max);
  return (
    <div className={css.panel}>
      <div className={css.year}>
        <IconButton icon="arrowLeft" size="small" label="Año anterior" onClick={() => setYear(year - 1)} />
        <span role="status">{year}</span>
        {isLastYear ? null : (
          <IconButton icon="arrowRight" size="small" label="Año siguiente" onClick={() => setYear(year + 1)} />
        )}
      </div>
      <div className={css.months}>
        {MONTH_NAMES.map((name, index) => {
          const month = written(year, index + 1);
          return (
            <button
              key={month}
              type="button"
              className={css.choice}
              aria-pressed={month === value}
              disabled={month > max}
              onClick={() => onPick(month)}
            >
              {name}
            </button>
          );
        })}
      </div>
      {isLastYear ? <p className={css.note}>Se puede elegir hasta {formatMonth(max)}.</p> : null}
    </div>
  );
}
