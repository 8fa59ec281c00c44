import { type ReactNode, useMemo, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../button.tsx';
import { announce } from '../overlay/announcer.ts';
import { usePhone } from '../use-media.ts';
import { ColumnChooser, useColumnChoice } from './column-choice.tsx';
import css from './data-table.module.css';
import { TableCards } from './table-cards.tsx';
import { TableGrid } from './table-grid.tsx';
import { WIDE_FROM } from './table-layout.ts';
import {
  type Column,
  nextSort,
  orderRows,
  rowsAsText,
  type Sort,
  searchIndex,
  searchRows,
  toggleSelection,
} from './table-model.ts';

export interface Selection<Row> {
  readonly selected: ReadonlySet<string>;
  readonly onChange: (selected: ReadonlySet<string>) => void;
  /** Why a row cannot be selected; null if it can. */
  readonly reason?: (row: Row) => string | null;
}

export interface DataTableProps<Row> {
  /** The table's name for a screen reader. */
  readonly label: string;
  /** Singular and plural of a row, for the count: ['factura', 'facturas']. */
  readonly noun: readonly [one: string, many: string];
  /** Keep rows and columns stable between renders: module scope or memo. */
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly rowId: (row: Row) => string;
  readonly search?: string;
  readonly initialSort?: { readonly column: string; readonly descending?: boolean };
  readonly selection?: Selection<Row>;
  /** Rows that stay first in every order. */
  readonly pinned?: (row: Row) => boolean;
  /** The buttons of a row, in a last column 'Acciones'. */
  readonly actions?: (row: Row) => ReactNode;
  /** Width of their column, by default that of one button with a word. */
  readonly actionsWidth?: string;
  /** Shown when there are no rows. */
  readonly empty: ReactNode;
  /** Name under which the chosen optional columns are remembered. */
  readonly columnsName?: string;
  /** Fills the height of the parent instead of at most 70 % of the window. */
  readonly fill?: boolean;
  /** Content after the rows; not below the first rows of a list that a phone has shortened. */
  readonly after?: ReactNode;
  /** Height in pixels beyond which the table scrolls, instead of 70 % of the window. */
  readonly height?: number;
}

/** Common to both presentations, table and cards. */
export interface TableView<Row> extends DataTableProps<Row> {
  readonly shown: readonly Row[];
  readonly ids: readonly string[];
  /** Number of selected rows among those shown. */
  readonly selectedShown: number;
  readonly sort: Sort | null;
  readonly sortBy: (column: string) => void;
  /** Toggles the row at an index; `anchor` is where a shift-range starts. */
  readonly toggle: (index: number, anchor: number | null) => void;
  readonly toggleAll: () => void;
  readonly copy: () => void;
}

/**
 * All rows without pages: virtualised beyond 60 rows, sticky header and totals, column sort, search, shift-range
 * selection, keyboard, copy; on a phone, cards with the same data.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { noun, rows, rowId, search = '', initialSort, selection, pinned, empty } = props;
  const phone = usePhone();
  const [sort, setSort] = useState<Sort | null>(
    initialSort ? { column: initialSort.column, descending: initialSort.descending ?? false } : null,
  );
  const choice = useColumnChoice(props.columns, props.columnsName);
  const columns = choice.shown;
  const index = useMemo(() => searchIndex(props.columns, rows), [props.columns, rows]);
  const found = useMemo(() => searchRows(rows, index, search), [rows, index, search]);
  const shown = useMemo(() => orderRows(found, columns, { sort, pinned }), [found, columns, sort, pinned]);
  const ids = useMemo(() => shown.map(rowId), [shown, rowId]);
  const selects = selection !== undefined;
  const reason = selection?.reason;
  const selectable = useMemo(
    () => new Set(selects ? shown.filter((row) => !reason?.(row)).map(rowId) : []),
    [selects, reason, shown, rowId],
  );
  const selected = selection?.selected;
  const selectedShown = useMemo(() => (selected ? ids.filter((id) => selected.has(id)).length : 0), [ids, selected]);

  const view: TableView<Row> = {
    ...props,
    columns,
    shown,
    ids,
    selectedShown,
    sort,
    sortBy: (column) => setSort((now) => nextSort(now, column)),
    toggle: (target, anchor) =>
      selection?.onChange(
        toggleSelection(selection.selected, { ids, target, anchor, canSelect: (id) => selectable.has(id) }),
      ),
    toggleAll: () => selection?.onChange(allToggled(selection.selected, ids, selectable)),
    copy: () => {
      const chosen = selection?.selected.size ? shown.filter((row) => selection.selected.has(rowId(row))) : shown;
      void copyText(rowsAsText(columns, chosen), formatCount(chosen.length, noun[0], noun[1]));
    },
  };

  if (shown.length === 0)
    return (
      <>
        {empty}
        {props.after}
      </>
    );
  return (
    <div
      className={css.frame}
      data-fill={props.fill || undefined}
      data-print={columns.length >= WIDE_FROM ? 'wide' : undefined}
    >
      <div className={css.bar}>
        <span role="status">
          {formatCount(shown.length, noun[0], noun[1])}
          {found.length < rows.length ? ` de ${formatCount(rows.length, noun[0], noun[1])}` : ''}
          {selectedShown > 0 ? ` · Selección: ${selectedShown.toLocaleString('es-MX')}` : ''}
        </span>
        <span className={css.tools}>
          <ColumnChooser choice={choice} />
          <Button variant="quiet" size="small" icon="copy" onClick={view.copy} data-print="hide">
            Copiar
          </Button>
        </span>
      </div>
      {phone ? (
        <TableCards {...view} />
      ) : (
        <>
          <TableGrid {...view} />
          {props.after ? <div className={css.after}>{props.after}</div> : null}
        </>
      )}
    </div>
  );
}

/** Selects every selectable row shown, or unselects them if all were selected. Hidden rows keep their state. */
function allToggled(selected: ReadonlySet<string>, ids: readonly string[], selectable: ReadonlySet<string>) {
  const candidates = ids.filter((id) => selectable.has(id));
  const next = new Set(selected);
  const all = candidates.every((id) => selected.has(id));
  for (const id of candidates) {
    if (all) next.delete(id);
    else next.add(id);
  }
  return next;
}

async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    announce(`Copiado: ${what}`);
  } catch {
    announce('El navegador no permitió copiar.', true);
  }
}
