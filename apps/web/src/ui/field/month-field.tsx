import { addMonths, type Month } from '@anticipa/domain/month';
import { useId, useRef, useState } from 'react';
import { formatMonth, MONTH_NAMES } from '../../lib/format.ts';
import { Button, IconButton } from '../button.tsx';
import { Popover } from '../overlay/popover.tsx';
import css from './month-field.module.css';

interface MonthFieldProps {
  readonly label: string;
  readonly value: Month;
  readonly onChange: (month: Month) => void;
  /** The last selectable month; later ones are shown disabled. */
  readonly max: Month;
  /** The first selectable month. */
  readonly min?: Month;
}

/** A month: step back or forward, or pick one from a calendar of the year. */
export function MonthField({ label, value, onChange, max, min }: MonthFieldProps) {
  const labelId = useId();
  const field = useRef<HTMLFieldSetElement>(null);
  const isFirst = min !== undefined && value <= min;
  /** At the first and the last month the button of this step disappears; the focus must not go with it. */
  const step = (next: Month): void => {
    if (next >= max || next === min) field.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
    onChange(next);
  };
  return (
    <fieldset ref={field} className={css.field} aria-labelledby={labelId} data-print="hide">
      <span id={labelId} className={css.label}>
        {label}
      </span>
      <span className={css.control}>
        <IconButton
          icon="arrowLeft"
          label="Mes anterior"
          className={isFirst ? css.away : undefined}
          onClick={() => step(addMonths(value, -1))}
        />
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
              min={min}
              onPick={(month) => {
                onChange(month);
                close();
              }}
            />
          )}
        </Popover>
        {value < max ? (
          <IconButton icon="arrowRight" label="Mes siguiente" onClick={() => step(addMonths(value, 1))} />
        ) : null}
      </span>
    </fieldset>
  );
}

function YearPanel(props: { value: Month; max: Month; min: Month | undefined; onPick: (month: Month) => void }) {
  const { value, max, min, onPick } = props;
  const [january, setJanuary] = useState(addMonths(value, 1 - Number(value.slice(5))));
  const isLastYear = addMonths(january, 12) > max;
  return (
    <div className={css.panel}>
      <div className={css.year}>
        <IconButton
          icon="arrowLeft"
          size="small"
          className={min !== undefined && january <= min ? css.away : undefined}
          label="Año anterior"
          onClick={() => setJanuary(addMonths(january, -12))}
        />
        <span role="status">{january.slice(0, 4)}</span>
        {isLastYear ? null : (
          <IconButton
            icon="arrowRight"
            size="small"
            label="Año siguiente"
            onClick={() => setJanuary(addMonths(january, 12))}
          />
        )}
      </div>
      <div className={css.months}>
        {MONTH_NAMES.map((name, index) => {
          const month = addMonths(january, index);
          return (
            <button
              key={month}
              type="button"
              className={css.choice}
              aria-pressed={month === value}
              disabled={month > max || (min !== undefined && month < min)}
              onClick={() => onPick(month)}
            >
              {name}
            </button>
          );
        })}
      </div>
      {isLastYear ? <p className="quiet">Se puede elegir hasta {formatMonth(max)}.</p> : null}
    </div>
  );
}
