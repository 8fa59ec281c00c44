import { type ReactNode, useId, useState } from 'react';
import { Icon } from '../icon.tsx';
import { describedBy, FieldTexts } from './field.tsx';
import css from './rating.module.css';

export interface RatingOption {
  readonly value: number;
  /** The meaning of the icon: read aloud, and shown while it is chosen. */
  readonly label: string;
}

/** One icon per option, filled up to the chosen one. Built on radio buttons: arrow keys move, Space chooses. */
export function Rating(props: {
  legend: ReactNode;
  options: readonly RatingOption[];
  value: number | null;
  onChange: (value: number) => void;
  /** Linked to the group as its description. */
  error?: string | null | undefined;
  required?: boolean;
  id?: string;
}) {
  const { legend, options, value, onChange, error, required = false } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const [pointed, setPointed] = useState<number | null>(null);
  const upTo = pointed ?? value;
  const chosen = options.find((option) => option.value === upTo);
  return (
    <div
      id={id}
      className={css.rating}
      role="radiogroup"
      aria-labelledby={`${id}-legend`}
      aria-required={required || undefined}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy({ id, error })}
      tabIndex={-1}
    >
      <span className={css.legend} id={`${id}-legend`}>
        {legend}
      </span>
      <div className={css.row}>
        <div className={css.icons} onPointerLeave={() => setPointed(null)}>
          {options.map((option) => (
            <label
              key={option.value}
              className={css.icon}
              data-filled={(upTo !== null && option.value <= upTo) || undefined}
              title={option.label}
              onPointerEnter={(event) => (event.pointerType === 'mouse' ? setPointed(option.value) : undefined)}
            >
              <input
                type="radio"
                name={id}
                className={css.input}
                value={option.value}
                checked={option.value === value}
                aria-label={option.label}
                onChange={() => onChange(option.value)}
              />
              <Icon name="star" size={30} />
            </label>
          ))}
        </div>
        {chosen ? (
          <span className="quiet" aria-hidden="true">
            {chosen.label}
          </span>
        ) : null}
      </div>
      <FieldTexts id={id} error={error} />
    </div>
  );
}
