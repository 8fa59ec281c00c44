import { type ChangeEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import css from './checkbox.module.css';
import { describedBy, FieldTexts } from './field.tsx';

/** A checkbox. A disabled one explains why, as its description and on hover. */
export function Checkbox(props: {
  label: ReactNode;
  hideLabel?: boolean;
  checked: boolean;
  indeterminate?: boolean;
  disabledReason?: string | null;
  tabIndex?: number;
  name?: string;
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void;
  /** For handlers that need modifier keys; use instead of `onChange`. */
  onClick?: (event: MouseEvent<HTMLInputElement>) => void;
}) {
  const { label, hideLabel = false, checked, indeterminate = false, disabledReason, tabIndex, name } = props;
  const input = useRef<HTMLInputElement>(null);
  const reasonId = useId();
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  const blocked = Boolean(disabledReason);
  return (
    <label className={css.label} title={disabledReason ?? undefined} data-blocked={blocked || undefined}>
      <input
        ref={input}
        type="checkbox"
        name={name}
        className={css.box}
        checked={checked}
        tabIndex={tabIndex}
        aria-label={hideLabel && typeof label === 'string' ? label : undefined}
        aria-disabled={blocked || undefined}
        aria-describedby={blocked ? reasonId : undefined}
        onChange={(event) => {
          if (!blocked) props.onChange?.(event);
        }}
        onClick={(event) => {
          if (blocked) event.preventDefault();
          else props.onClick?.(event);
        }}
      />
      {hideLabel ? null : <span>{label}</span>}
      {blocked ? (
        <span id={reasonId} className={hideLabel ? css.hiddenReason : css.reason}>
          {disabledReason}
        </span>
      ) : null}
    </label>
  );
}

/** A setting. `children` is its label, `help` its meaning, `error` why it did not change. */
export function Switch(props: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
  help?: ReactNode;
  error?: string | null;
}) {
  const { checked, onChange, children, help, error } = props;
  const id = useId();
  return (
    <div className={css.setting}>
      <label className={css.label}>
        <input
          type="checkbox"
          role="switch"
          aria-checked={checked}
          aria-describedby={describedBy({ id, error, help })}
          className={css.switch}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{children}</span>
      </label>
      <FieldTexts id={id} error={error} help={help} alert />
    </div>
  );
}
