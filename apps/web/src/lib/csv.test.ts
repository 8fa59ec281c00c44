import { money } from '@anticipa/domain/money';
import { describe, expect, it, test } from 'vitest';
import { csvFile, csvText } from './csv.ts';

describe('a table as CSV', () => {
  test.each([
    ['plain', 'A-12', 'A-12'],
    ['an amount, also a negative one', '-1234.50', '-1234.50'],
    ['a comma', 'Uno, dos', '"Uno, dos"'],
    ['quotes', 'La "Güera"', '"La ""Güera"""'],
    ['a line break', 'a\nb', '"a\nb"'],
    ['nothing', '', ''],
  ])('keeps a cell with %s', (_case, cell, written) => {
    expect(csvText([[cell, 'x']])).toBe(`${written},x\r\n`);
  });

  test.each([
    '=1+1',
    '+52 614',
    '-A1',
    '-2+3+cmd|x',
    '@SUM(A1)',
    '\t=1',
    '\n=1',
    '＝1+1',
    '＋1',
    '－A1',
    '＠SUM(A1)',
    '=HYPERLINK("http://x","y")',
  ])('[EXP-03] exports %j as text, never as a formula', (cell) => {
    expect(
      csvText([[cell]])
        .replace(/^"/, '')
        .startsWith("'"),
    ).toBe(true);
  });

  it('begins with the mark of UTF-8, its header first, and writes each type of cell', async () => {
    const file = csvFile({
      header: ['Interés', 'Fecha', 'Días', 'Nota', 'Vacía'],
      rows: [
        [
          { type: 'money', value: money(-123_450n, 'MXN') },
          { type: 'date', value: '2026-03-02' },
          { type: 'integer', value: -3 },
          { type: 'text', value: '=1+1' },
          null,
        ],
      ],
    });
    const bytes = new Uint8Array(await file.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(bytes)).toBe("Interés,Fecha,Días,Nota,Vacía\r\n-1234.50,02/03/2026,-3,'=1+1,\r\n");
  });
});
