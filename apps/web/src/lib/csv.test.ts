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

  test.each(['=1+1', '+52 614', '-A1', '@SUM(A1)', '\t=1', '=HYPERLINK("http://x","y")'])(
    '[EXP-03] writes %j as text, never as a formula',
    (cell) => {
      expect(
        csvText([[cell]])
          .replace(/^"/, '')
          .startsWith("'"),
      ).toBe(true);
    },
  );

  it('begins with the mark of UTF-8, and its header comes first', async () => {
    const bytes = new Uint8Array(await csvFile(['Interés'], [['1.00']]).arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(bytes)).toBe('Interés\r\n1.00\r\n');
  });
});
