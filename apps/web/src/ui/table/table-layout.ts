import type { Column } from './table-model.ts';

/** Up to this many rows everything is in the page and it scrolls as a page; beyond it the table scrolls by itself. */
export const VIRTUAL_FROM = 60;

/** From this many columns a table is printed across the sheet. */
export const WIDE_FROM = 8;

/** Pixels of a row in the grid. */
export const ROW_HEIGHT = 44;

const SELECT_TRACK = '2.75rem';
const ACTIONS_TRACK = '8.5rem';

const trackOf = <Row>(column: Column<Row>): string =>
  column.width ?? (column.align === 'end' ? '9.5rem' : 'minmax(8rem, 1fr)');

/** The width below which the table scrolls sideways: the least that each track asks for. */
export function leastWidthOf<Row>(columns: readonly Column<Row>[], selectable: boolean, actions: boolean): string {
  const tracks = columns.map((column) => /^minmax\(([^,]+),/.exec(trackOf(column))?.[1] ?? trackOf(column));
  return `calc(${[...(selectable ? [SELECT_TRACK] : []), ...tracks, ...(actions ? [ACTIONS_TRACK] : [])].join(' + ')})`;
}

/** The CSS grid tracks of a row, the same for header, rows and totals. */
export function tracksOf<Row>(columns: readonly Column<Row>[], selectable: boolean, actions: boolean): string {
  const tracks = columns.map(trackOf);
  return [...(selectable ? [SELECT_TRACK] : []), ...tracks, ...(actions ? [ACTIONS_TRACK] : [])].join(' ');
}
