import { describe, expect, it } from 'vitest';
import { type Column, compareValues, rowsAsText, searchIndex, searchRows, toggleSelection } from './table-model.ts';

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

  it('puts what has no value last', () => {
    expect([null, 2n, 1n].sort(compareValues)).toEqual([1n, 2n, null]);
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
  it('gives a header and one line per row, tabs only between columns', () => {
    expect(rowsAsText(columns, rows.slice(0, 2))).toBe('Nombre\tImporte\nÑandú & Cía. \tMXN 1050\nNube\tMXN ');
  });
});
