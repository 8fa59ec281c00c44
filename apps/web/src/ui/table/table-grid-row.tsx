import { type MouseEvent, useEffect, useMemo, useRef } from 'react';
import { Checkbox } from '../field/checkbox.tsx';
import { unbroken } from '../unbroken.tsx';
import css from './data-table.module.css';
import type { TableView } from './data-table.tsx';
import { ROVES_FROM } from './table-layout.ts';
import { textOf } from './table-model.ts';

interface GridRowProps<Row> {
  view: TableView<Row>;
  row: Row;
  index: number;
  start: number | null;
  current: boolean;
  selected: boolean;
  measure: ((row: Element | null) => void) | undefined;
  onFocus: (index: number) => void;
  onToggle: (index: number, shift: boolean) => void;
}

/** Firefox would mark all text up to a click with Shift. Preventing that also prevents the focus. */
function keepTextUnmarked(event: MouseEvent<HTMLElement>): void {
  if (!event.shiftKey) return;
  event.preventDefault();
  event.currentTarget.querySelector('input')?.focus({ preventScroll: true });
}

/**
 * One row. `start` is its offset in pixels in a virtualised table. Memoised: scrolling renders only new rows, a tick only
 * its own.
 */
export function GridRow<Row>(props: GridRowProps<Row>) {
  const { view, row, index, start, current, selected, measure, onFocus, onToggle } = props;
  const { columns, selection, actions } = view;
  const selects = selection !== undefined;
  const reason = selection?.reason;
  const element = useRef<HTMLTableRowElement>(null);
  const roves = view.ids.length > ROVES_FROM;
  // After each rendering, because cells render links and buttons of their own.
  useEffect(() => {
    if (!roves) return;
    for (const control of element.current?.querySelectorAll<HTMLElement>('a[href], button') ?? [])
      control.tabIndex = current ? 0 : -1;
  });
  return useMemo(() => {
    const name = columns[0] ? textOf(columns[0], row) : '';
    return (
      <tr
        ref={(tr) => {
          element.current = tr;
          measure?.(tr);
        }}
        className={css.row}
        data-row={index}
        data-selected={selected || undefined}
        aria-rowindex={index + 2}
        aria-selected={selects ? selected : undefined}
        tabIndex={current ? 0 : -1}
        onFocus={({ target }) => {
          // Past the controls of other rows Tab comes to the chosen row, which stays the chosen one.
          if (roves || !target.closest('a, button')) onFocus(index);
        }}
        style={
          start === null ? undefined : { position: 'absolute', insetInline: 0, transform: `translateY(${start}px)` }
        }
      >
        {selects ? (
          <td className={css.select} onMouseDown={keepTextUnmarked}>
            <Checkbox
              label={`Seleccionar ${name}`}
              hideLabel
              checked={selected}
              disabledReason={reason?.(row) ?? null}
              tabIndex={-1}
              onClick={(event) => onToggle(index, event.shiftKey)}
            />
          </td>
        ) : null}
        {columns.map((column) => (
          <td
            key={column.id}
            data-align={column.align ?? 'start'}
            data-wraps={column.width?.startsWith('minmax') || undefined}
            data-breaks={column.breaks}
            title={column.align === 'end' ? undefined : textOf(column, row)}
          >
            {column.cell ? column.cell(row) : column.breaks ? unbroken(textOf(column, row)) : textOf(column, row)}
          </td>
        ))}
        {actions ? <td className={css.actions}>{actions(row)}</td> : null}
      </tr>
    );
  }, [columns, selects, reason, actions, row, index, start, current, selected, roves, measure, onFocus, onToggle]);
}
