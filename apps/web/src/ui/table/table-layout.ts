import type { Column } from './table-model.ts';

/** Up to this number of rows the whole table is rendered and the page scrolls; beyond it the table scrolls. */
export const VIRTUAL_FROM = 60;

/** Beyond this number of rows Tab stops only at the links and buttons of the row that the arrow keys have chosen. */
export const ROVES_FROM = 20;

/** From this number of columns a table is printed in landscape. */
export const WIDE_FROM = 8;

/** Height of a grid row in pixels; a row with a long folio is taller. */
export const ROW_HEIGHT = 44;

const SELECT_TRACK = '2.75rem';
/** Wide enough for one button of a word. */
export const ACTIONS_TRACK = '8.5rem';

const trackOf = <Row>(column: Column<Row>): string =>
  column.width ?? (column.align === 'end' ? '9.5rem' : 'minmax(8rem, 1fr)');

/** Tracks around those of the columns; `actions`: the last one's, null without actions. */
const around = (tracks: readonly string[], selectable: boolean, actions: string | null): string[] => [
  ...(selectable ? [SELECT_TRACK] : []),
  ...tracks,
  ...(actions === null ? [] : [actions]),
];

/** The width below which the table scrolls sideways: the sum of the minimum tracks. */
export function leastWidthOf<Row>(
  columns: readonly Column<Row>[],
  selectable: boolean,
  actions: string | null,
): string {
  const tracks = columns.map((column) => /^minmax\(([^,]+),/.exec(trackOf(column))?.[1] ?? trackOf(column));
  return `calc(${around(tracks, selectable, actions).join(' + ')})`;
}

/** The CSS grid tracks of a row, common to header, rows and totals. */
export const tracksOf = <Row>(columns: readonly Column<Row>[], selectable: boolean, actions: string | null): string =>
  around(columns.map(trackOf), selectable, actions).join(' ');
