/** The pure half of the data table: search, order, selection and copying. */
import type { ReactNode } from 'react';

export type CellValue = string | number | bigint | null;

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** What the column sorts and is searched by: cents for an amount, `YYYY-MM-DD` for a date, null sorts last. */
  readonly value: (row: Row) => CellValue;
  /** The value as text: searched, copied, and shown when there is no `cell`. */
  readonly text?: (row: Row) => string;
  readonly cell?: (row: Row) => ReactNode;
  /** Amounts and counts are aligned at the end. */
  readonly align?: 'start' | 'end';
  /** One CSS grid track without `auto`: `8rem`, `minmax(12rem, 2fr)`. */
  readonly width?: string;
  readonly sortable?: boolean;
  /** The totals row's cell, over the rows shown. */
  readonly total?: (rows: readonly Row[]) => ReactNode;
  /** On a phone: the heading of the card, its main figure, or a line of it (default). */
  readonly card?: 'title' | 'figure' | 'line';
}

export const textOf = <Row>(column: Column<Row>, row: Row): string => {
  const value = column.text ? column.text(row) : column.value(row);
  return value === null ? '' : String(value);
};

const collator = new Intl.Collator('es-MX', { numeric: true, sensitivity: 'base' });

/** Ascending order of two values of one column. Texts as a Mexican reader expects (ñ after n, "A-9" before "A-10"). */
export function compareValues(a: CellValue, b: CellValue): number {
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : a > b ? 1 : 0;
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Per row, everything it can be found by. Build once per data set; {@link searchRows} then costs one pass. */
export const searchIndex = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): readonly string[] =>
  rows.map((row) => plain(columns.map((column) => textOf(column, row)).join('\n')));

/** The rows that contain every word of the search, ignoring case and accents. */
export function searchRows<Row>(rows: readonly Row[], index: readonly string[], search: string): readonly Row[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((_, position) => words.every((word) => index[position]?.includes(word)));
}

/**
 * The selection after a click on `target`. With an `anchor` (shift was held) every selectable row between both takes
 * the state that the target gets.
 */
export function toggleSelection(
  selected: ReadonlySet<string>,
  click: { ids: readonly string[]; target: number; anchor: number | null; canSelect: (id: string) => boolean },
): ReadonlySet<string> {
  const { ids, target, anchor, canSelect } = click;
  const targetId = ids[target];
  if (targetId === undefined) return selected;
  const on = !selected.has(targetId);
  const [first, last] = [Math.min(anchor ?? target, target), Math.max(anchor ?? target, target)];
  const next = new Set(selected);
  for (const id of ids.slice(first, last + 1)) {
    if (on && canSelect(id)) next.add(id);
    else if (!on) next.delete(id);
  }
  return next;
}

/** Rows as text for the clipboard: a header line, tabs between columns, one line per row. */
export function rowsAsText<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const clean = (text: string): string => text.replace(/[\t\r\n]+/g, ' ');
  const lines = rows.map((row) => columns.map((column) => clean(textOf(column, row))).join('\t'));
  return [columns.map((column) => clean(column.header)).join('\t'), ...lines].join('\n');
}
