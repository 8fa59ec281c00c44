import { describe, expect, it } from 'vitest';
import {
  type Column,
  compareValues,
  nextSort,
  orderRows,
  rowsAsText,
  searchIndex,
  searchRows,
  toggleSelection,
} from './table-model.ts';

interface Row {
  readonly name: string;
  readonly cents: bigint | null;
}
const columns: readonly Column<Row>[] = [
  { id: 'name', header: 'Nombre', value: (row) => row.name },
  { id: 'cents', header: 'Importe', value: (row) => row.cents, text: (row) => `MXN ${row.cents ?? ''}` },
];
const rows: readonly Row[] = [
  { name: 'Ñandú & Cía.\t', cents: 1_050n },
  { name: 'Nube', cents: null },
  { name: 'Zeta', cents: 99_999_999_999n },
];

describe('order', () => {
  it('puts ñ after n, numbers by value within texts, and amounts by cents', () => {
    expect(['Ñu', 'Zeta', 'Nube', 'nada'].sort(compareValues)).toEqual(['nada', 'Nube', 'Ñu', 'Zeta']);
    expect(['A-10', 'A-9', 'A-1'].sort(compareValues)).toEqual(['A-1', 'A-9', 'A-10']);
    expect([10n, 9n, 99_999_999_999_999_999n].sort(compareValues)).toEqual([9n, 10n, 99_999_999_999_999_999n]);
  });

  it('puts rows without a value last', () => {
    expect([null, 2n, 1n].sort(compareValues)).toEqual([1n, 2n, null]);
  });
});

describe('the rows of a table', () => {
  const names = (order: Partial<Parameters<typeof orderRows<Row>>[2]>): readonly string[] =>
    orderRows(rows, columns, { sort: null, pinned: undefined, ...order }).map(({ name }) => name.slice(0, 4));

  it('keeps the rows’ order without a sort, and that of equal rows with one', () => {
    expect(names({})).toEqual(['Ñand', 'Nube', 'Zeta']);
    const alike = [
      { name: 'b', cents: 1n },
      { name: 'a', cents: 1n },
    ] as const;
    const sort = { column: 'cents', descending: true };
    expect(orderRows(alike, columns, { sort, pinned: undefined })).toEqual(alike);
  });

  it('sorts rows by a column, in either direction', () => {
    expect(names({ sort: { column: 'name', descending: false } })).toEqual(['Nube', 'Ñand', 'Zeta']);
    expect(names({ sort: { column: 'name', descending: true } })).toEqual(['Zeta', 'Ñand', 'Nube']);
  });

  it('pinned rows come first in every order', () => {
    const pinned = ({ name }: Row): boolean => name === 'Nube';
    expect(names({ pinned })).toEqual(['Nube', 'Ñand', 'Zeta']);
    expect(names({ pinned, sort: { column: 'name', descending: true } })).toEqual(['Nube', 'Zeta', 'Ñand']);
  });

  it('sorts rows up, down and no longer by repeated clicks on a heading', () => {
    const up = nextSort(null, 'name');
    const down = nextSort(up, 'name');
    expect([up, down, nextSort(down, 'name')]).toEqual([
      { column: 'name', descending: false },
      { column: 'name', descending: true },
      null,
    ]);
    expect(nextSort(down, 'cents')).toEqual({ column: 'cents', descending: false });
  });
});

describe('search', () => {
  const index = searchIndex(columns, rows);
  it.each([
    ['nandu', 1],
    ['CÍA', 1],
    ['cia 1050', 1],
    ['n', 3],
    ['nada', 0],
    ['  ', 3],
  ])('finds "%s" in %s rows', (search, count) => {
    expect(searchRows(rows, index, search)).toHaveLength(count);
  });
});

describe('selection', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const canSelect = (id: string): boolean => id !== 'c';
  const click = (selected: readonly string[], target: number, anchor: number | null): readonly string[] => [
    ...toggleSelection(new Set(selected), { ids, target, anchor, canSelect }),
  ];

  it('toggles one row', () => {
    expect(click([], 1, null)).toEqual(['b']);
    expect(click(['b'], 1, null)).toEqual([]);
  });

  it('extends over a range in both directions, without what cannot be selected', () => {
    expect(click(['b'], 4, 1)).toEqual(['b', 'd', 'e']);
    expect(click(['e'], 0, 4)).toEqual(['e', 'a', 'b', 'd']);
  });

  it('clears a range when its end was selected', () => {
    expect(click(['a', 'b', 'd', 'e'], 3, 0)).toEqual(['e']);
  });

  it('does not select what cannot be selected, and keeps what is not listed', () => {
    expect(click(['z'], 2, null)).toEqual(['z']);
  });
});

describe('copying', () => {
  const buttons: Column<Row> = { id: 'buttons', header: 'Descarga', value: () => null, only: 'screen' };

  it('gives a header and one line per row, tabs only between columns', () => {
    expect(rowsAsText(columns, rows.slice(0, 2))).toBe('Nombre\tImporte\nÑandú & Cía. \tMXN 1050\nNube\tMXN ');
  });

  it('copies a text that a spreadsheet would read as a formula as text', () => {
    const [, ...rest] = rowsAsText(columns, [
      { name: "=cmd' /C calc'!A0", cents: 1n },
      { name: '＝1+1', cents: 2n },
    ]).split('\n');
    expect(rest).toEqual(["'=cmd' /C calc'!A0\tMXN 1", "'＝1+1\tMXN 2"]);
  });

  it('copies the columns that have a text on the screen', () => {
    expect(rowsAsText([buttons, ...columns], rows)).toBe(rowsAsText(columns, rows));
  });
});
