import { type KeyboardEvent, type ReactNode, useId } from 'react';
import css from './tabs.module.css';

export interface Tab<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly count?: number;
}

/** Alternative views of one place; arrow keys move between them. `children` is the panel of the selected one. */
export function Tabs<V extends string>(props: {
  label: string;
  tabs: readonly Tab<V>[];
  value: V;
  onChange: (value: V) => void;
  children: ReactNode;
}) {
  const { label, tabs, value, onChange, children } = props;
  const id = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  };
  return (
    <div className={css.tabs}>
      <div className={css.list} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={`${id}-${tab.value}`}
            type="button"
            role="tab"
            className={css.tab}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
            {tab.count === undefined ? null : <span className={css.count}>{tab.count.toLocaleString('es-MX')}</span>}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`} className={css.panel}>
        {children}
      </div>
    </div>
  );
}
