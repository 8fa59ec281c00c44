import { money } from '@anticipa/domain/money';
import { describe, expect, it, test } from 'vitest';
import { csvText, plainText } from './csv.ts';
import type { Cell } from './tables/table.ts';

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

  test.each([
    ['a CLABE', '646180110400000007'],
    ['leading zeros', '0012'],
    ['a zero after a point', '701.10'],
    ['an exponent', '1E10'],
    ['a date', '3-4'],
    ['a day', '01/02/2026'],
    ['a month', 'MAR-01'],
    ['a time', '10:30'],
  ])('[EXP-03] keeps %s a text in spreadsheets', (_case, value) => {
    expect(csvText([[{ type: 'text', value }]])).toBe(`"\t${value}"\r\n`);
  });

  test.each(['A-12', '123', '24.00 %', 'FAC 0012', '03 Transferencia', '614 123 4567', ''])(
    '[EXP-03] leaves %j as it is',
    (value) => {
      expect(csvText([[{ type: 'text', value }]])).toBe(`${value}\r\n`);
    },
  );

  it('leaves dates, amounts and counts to the spreadsheet', () => {
    const cells: Cell[] = [
      { type: 'money', value: money(1_234_567_890_123_456_78n, 'MXN'), isCounted: true },
      { type: 'date', value: '2026-03-02' },
      { type: 'integer', value: 12 },
    ];
    expect(csvText([cells])).toBe('1234567890123456.78,02/03/2026,12\r\n');
  });

  it('writes each type of cell without its type', () => {
    const cells: Cell[] = [
      { type: 'money', value: money(-123_450n, 'MXN'), isCounted: true },
      { type: 'date', value: '2026-03-02' },
      { type: 'instant', value: '2026-03-02T18:05:00.000Z' },
      { type: 'integer', value: -3 },
      { type: 'text', value: '=1+1' },
    ];
    expect([...cells, null].map(plainText)).toEqual([
      '-1234.50',
      '02/03/2026',
      '02-mar-2026 12:05 pm',
      '-3',
      '=1+1',
      '',
    ]);
  });
});
