import { Icon } from '../icon.tsx';
import css from './chip-group.module.css';

export interface Chip<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly count?: number;
}

/** Filters that can be combined, for example MXN and USD. */
export function ChipGroup<V extends string>(props: {
  label: string;
  chips: readonly Chip<V>[];
  selected: ReadonlySet<V>;
  onChange: (selected: ReadonlySet<V>) => void;
}) {
  const { label, chips, selected, onChange } = props;
  const toggle = (value: V): void => {
    const next = new Set(selected);
    if (!next.delete(value)) next.add(value);
    onChange(next);
  };
  return (
    <fieldset className={css.group} aria-label={label}>
      {chips.map(({ value, label: name, count }) => (
        <button
          key={value}
          type="button"
          className={css.chip}
          aria-pressed={selected.has(value)}
          onClick={() => toggle(value)}
        >
          {selected.has(value) ? <Icon name="check" size={14} /> : null}
          {name}
          {count === undefined ? null : <span className={css.count}>{count.toLocaleString('es-MX')}</span>}
        </button>
      ))}
    </fieldset>
  );
}
