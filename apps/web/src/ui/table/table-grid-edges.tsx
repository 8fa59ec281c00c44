import { useMemo } from 'react';
import { formatCount } from '../../lib/format.ts';
import { Checkbox } from '../field/checkbox.tsx';
import { Icon } from '../icon.tsx';
import css from './data-table.module.css';
import type { TableView } from './data-table.tsx';
import { countedRows } from './table-model.ts';

/** The sticky header: names, order, and the checkbox that selects all rows shown. */
export function GridHeader<Row>(view: TableView<Row> & { readonly printing: boolean }) {
  const { columns, sort, sortBy, selection, selectedShown, actions, ids, printing } = view;
  return (
    <thead className={css.head}>
      <tr className={css.row} aria-rowindex={1}>
        {selection ? (
          <th className={css.select} scope="col">
            <Checkbox
              label="Seleccionar todo lo que se muestra"
              hideLabel
              checked={selectedShown > 0 && selectedShown === ids.length}
              indeterminate={selectedShown > 0 && selectedShown < ids.length}
              onChange={view.toggleAll}
            />
          </th>
        ) : null}
        {columns.map((column) => {
          const sorted = sort?.column === column.id ? sort : null;
          const order = sorted ? (sorted.descending ? 'descending' : 'ascending') : 'none';
          return (
            <th
              key={column.id}
              scope="col"
              data-align={column.align ?? 'start'}
              aria-sort={column.sortable === false ? undefined : order}
            >
              {/* Chromium leaves buttons out of the heading that it repeats on each sheet. */}
              {column.sortable === false || printing ? (
                column.header
              ) : (
                <button type="button" className={css.sort} onClick={() => sortBy(column.id)}>
                  {column.header}
                  <Icon name={sorted ? (sorted.descending ? 'arrowDown' : 'arrowUp') : 'sort'} size={14} />
                </button>
              )}
            </th>
          );
        })}
        {actions ? (
          <th scope="col" className={css.actions}>
            Acciones
          </th>
        ) : null}
      </tr>
    </thead>
  );
}

/** The sticky totals of the rows shown. */
export function GridTotals<Row>(view: TableView<Row>) {
  const { columns, shown, selection, actions, noun } = view;
  // Computed once per set of rows, not on every scroll.
  const totals = useMemo(() => columns.map((column) => column.total?.(shown)), [columns, shown]);
  const { count, without } = useMemo(() => countedRows(columns, shown), [columns, shown]);
  return (
    <tfoot className={css.foot}>
      <tr className={css.row} aria-rowindex={shown.length + 2}>
        {selection ? <td className={css.select} /> : null}
        {columns.map((column, position) => (
          <td
            key={column.id}
            data-align={column.align ?? 'start'}
            data-reaches={(position === 0 && !totals[1]) || undefined}
          >
            {totals[position] ?? (position === 0 ? `Total de ${formatCount(count, noun[0], noun[1])}${without}` : null)}
          </td>
        ))}
        {actions ? <td className={css.actions} /> : null}
      </tr>
    </tfoot>
  );
}
