import type { ReactNode } from 'react';
import { SearchField } from './field/field.tsx';
import css from './toolbar.module.css';

/** The area above a table or list: its search box and, as children, its filters. */
export function Toolbar(props: {
  label: string;
  value: string;
  onChange: (typed: string) => void;
  children?: ReactNode;
  /** A control that a phone keeps beside the search box, out of the row that is scrolled. */
  beside?: ReactNode;
}) {
  const { label, value, onChange, children, beside } = props;
  return (
    <div className={css.toolbar} data-print="hide">
      <SearchField label={label} value={value} onChange={(event) => onChange(event.target.value)} />
      <div className={css.controls}>{children}</div>
      {beside}
    </div>
  );
}
