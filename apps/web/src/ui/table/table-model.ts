/** The pure half of the data table: search, order, selection and copy. */

import { searchText } from '@anticipa/domain/search';
import { escapeFormula } from '@anticipa/texts/csv';
import { leftOut, type TotalRule } from '@anticipa/texts/tables/table';
import type { ReactNode } from 'react';

export type CellValue = string | number | bigint | null;

/** A column, defined once for the screen and the clipboard; exported ones also for files: `tableColumn`. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** The value to sort and search by: cents for an amount, `YYYY-MM-DD` for a date; null sorts last. */
  readonly value: (row: Row) => CellValue;
  /** The value as text: searched, copied, and shown without a `cell`. */
  readonly text?: (row: Row) => string;
  readonly cell?: (row: Row) => ReactNode;
  /** Amounts and counts are aligned at the end. */
  readonly align?: 'start' | 'end';
  /** One CSS grid track without `auto`: `8rem`, `minmax(12rem, 2fr)`. */
  readonly width?: string;
  /** A long value, such as a folio without spaces, takes several lines instead of being cut. */
  readonly breaks?: true;
  readonly sortable?: boolean;
  /** The cell of the totals row, over the rows shown; null if there is nothing to add up. */
  readonly total?: (rows: readonly Row[]) => ReactNode;
  /** Rows that the total adds up. */
  readonly totalRule?: TotalRule<Row>;
  /**
   * Place on a phone: the card's heading, its main figure, a part of the line below them, a line of its own (default),
   * or left to the sheet that the heading opens.
   */
  readonly card?: 'title' | 'figure' | 'note' | 'line' | 'sheet';
  /** Whether the person chooses it, and its state until then; searched all the same. */
  readonly optional?: 'hidden' | 'shown';
  /** Neither copied nor printed. */
  readonly only?: 'screen';
}

export const textOf = <Row>(column: Column<Row>, row: Row): string => {
  const value = column.text ? column.text(row) : column.value(row);
  return value === null ? '' : String(value);
};

const collator = new Intl.Collator('es-MX', { numeric: true, sensitivity: 'base' });

/**
 * Ascending order of two values of a column. Texts in Spanish order (ñ after n) with numbers by value ("A-9" before
 * "A-10").
 */
export function compareValues(a: CellValue, b: CellValue): number {
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : a > b ? 1 : 0;
}

export interface Sort {
  readonly column: string;
  readonly descending: boolean;
}

/** The order after a click on a column's heading: ascending, descending, then none. */
export function nextSort(now: Sort | null, column: string): Sort | null {
  if (now?.column !== column) return { column, descending: false };
  return now.descending ? null : { column, descending: true };
}

/** The rows in an order, unchanged without one; pinned rows first in every order. */
export function orderRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  order: { readonly sort: Sort | null; readonly pinned: ((row: Row) => boolean) | undefined },
): readonly Row[] {
  const { sort, pinned } = order;
  const by = columns.find(({ id }) => id === sort?.column);
  const sign = sort?.descending ? -1 : 1;
  const sorted = by ? rows.toSorted((a, b) => sign * compareValues(by.value(a), by.value(b))) : rows;
  return pinned ? sorted.toSorted((a, b) => Number(pinned(b)) - Number(pinned(a))) : sorted;
}

/** The searchable text of each row. Build once per data set; {@link searchRows} then needs one pass. */
export const searchIndex = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): readonly string[] =>
  rows.map((row) => searchText(columns.map((column) => textOf(column, row)).join('\n')));

/** The rows that contain every word of the search, ignoring case and accents. */
export function searchRows<Row>(rows: readonly Row[], index: readonly string[], search: string): readonly Row[] {
  const words = searchText(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((_, position) => words.every((word) => index[position]?.includes(word)));
}

/**
 * The selection after a click on `target`. With an `anchor` (shift held) every selectable row between both takes the
 * new state of the target.
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

/** The rows that the totals add up, and what they leave out of those shown: ", sin canceladas". */
export function countedRows<Row>(
  columns: readonly Column<Row>[],
  shown: readonly Row[],
): { readonly count: number; readonly without: string } {
  const rules = columns.flatMap(({ totalRule }) => totalRule ?? []);
  const count = shown.filter((row) => rules.every((rule) => rule.counts(row))).length;
  return { count, without: count < shown.length ? (rules.map(leftOut).find((text) => text !== '') ?? '') : '' };
}

/** Rows as text for the clipboard: a header line, tabs between columns, one line per row. */
export function rowsAsText<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const clean = (text: string): string => escapeFormula(text).replace(/[\t\r\n]+/g, ' ');
  const copied = columns.filter(({ only }) => only === undefined);
  const lines = rows.map((row) => copied.map((column) => clean(textOf(column, row))).join('\t'));
  return [copied.map((column) => clean(column.header)).join('\t'), ...lines].join('\n');
}
