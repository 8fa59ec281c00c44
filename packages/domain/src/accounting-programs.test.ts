import { describe, expect, it, test } from 'vitest';
import type { BookedEntry, BookedLine } from './accounting-books.ts';
import {
  type AccountFormat,
  accountIn,
  ansiText,
  coiRows,
  contpaqiFile,
  isAccountLevels,
} from './accounting-programs.ts';
import { dateOf } from './calendar.ts';
import { moneyOf, zero } from './money.ts';
import { parseMonth } from './month.ts';

const month = parseMonth('2028-02');
if (month === null) throw new Error('no month');
const UUID = '0b0d0e53-1a2b-4c3d-8e4f-5a6b7c8d9e0f';
const line = (account: string, side: 'debit' | 'credit', more: Partial<BookedLine> = {}): BookedLine => ({
  account,
  concept: 'Depósito “Ñandú” & <Cía> ﬁ 漢 €',
  debit: zero('MXN'),
  credit: zero('MXN'),
  [side]: moneyOf('1712.35', 'MXN'),
  foreign: null,
  documents: [],
  transfers: [],
  ...more,
});
const document = {
  uuid: UUID,
  issued: dateOf('2028-02-28'),
  issuer: 'PEGJ800101AB1',
  receiver: 'ANA010101AA1',
  rfc: 'PEGJ800101AB1',
  total: moneyOf('116.00', 'USD'),
  rate: '17.123456',
  paymentForm: '03',
};
const bought: BookedEntry = {
  number: 'MNO150401AB9-2028-000000041',
  day: dateOf('2028-02-29'),
  kind: 'expense',
  concept: `Compra\tde ${'facturas '.repeat(30)}`,
  lines: [
    line('CARTERA', 'debit', { documents: [document, document], foreign: moneyOf('100.00', 'USD') }),
    line('BANCOS', 'credit', { documents: [document] }),
  ],
};
const collected: BookedEntry = {
  ...bought,
  number: '42',
  kind: 'income',
  lines: [line('BANCOS', 'debit'), line('CARTERA', 'credit')],
};
const books = {
  rfc: 'ANA010101AA1',
  month,
  entries: [bought, collected, { ...bought, number: '43' }],
  numbers: new Map([
    ['CARTERA', '106-1'],
    ['BANCOS', '102-01-003'],
  ]),
  format: { levels: '4-3-3', separator: '-' } satisfies AccountFormat,
};

/** The lines of CONTPAQi's file, as a program that reads windows-1252 sees them. */
function contpaqi(): string[] {
  const file = contpaqiFile({ ...books, format: { levels: '3-3-3', separator: '' } });
  if (!file.ok) throw new Error(JSON.stringify(file.problems));
  expect(file.name).toBe('ANA010101AA1202802-contpaqi.txt');
  const lines = new TextDecoder('windows-1252').decode(file.content).split('\r\n');
  expect(lines.pop()).toBe('');
  return lines;
}
const problemsOf = (more: Partial<typeof books>) => {
  const file = contpaqiFile({ ...books, ...more });
  return file.ok ? [] : file.problems;
};

describe('[LIB-43] entries for CONTPAQi', () => {
  it('has an entry, its movements and their CFDI in columns of fixed width', () => {
    const [entry = '', movement = '', ofMovement, other = '', , ofEntry, income = ''] = contpaqi();
    expect(entry).toHaveLength(148);
    expect(entry.slice(0, 40)).toBe('P  20280229    2         1 1 0          ');
    expect(entry.slice(40, 140).trimEnd()).toBe(`Compra de ${'facturas '.repeat(30)}`.slice(0, 100).trimEnd());
    expect(entry.slice(140)).toBe(' 11 0 0 ');
    expect(income.slice(0, 40)).toBe('P  20280229    1         1 1 0          ');
    expect(movement).toHaveLength(216);
    const cells = [3, 34, 55, 57, 78, 89, 110, 211].map((from, at, all) => movement.slice(from, all[at + 1]).trimEnd());
    expect(cells).toEqual([
      '106001000',
      '01AB9-2028-000000041',
      '0',
      '1712.35',
      '0',
      '100.00',
      'Depósito “Ñandú” & <Cía> fi ? €',
      '',
    ]);
    expect(other.slice(3, 34).trimEnd()).toBe('102001003');
    expect([other.slice(55, 56), other.slice(89, 109).trimEnd()]).toEqual(['1', '0.00']);
    expect([ofMovement, ofEntry]).toEqual([`AM ${UUID.toUpperCase()}`, `AD ${UUID.toUpperCase()}`]);
  });

  it('numbers the entries of each kind from 1', () => {
    const folios = contpaqi().filter((text) => text.startsWith('P '));
    expect(folios.map((text) => [text.slice(12, 16).trim(), text.slice(17, 26).trim()])).toEqual([
      ['2', '1'],
      ['1', '1'],
      ['2', '2'],
    ]);
  });

  it('is not written with an account that is not mapped or does not fit, or with an entry that is not of the month', () => {
    expect(problemsOf({ numbers: new Map([['CARTERA', '106-1']]) })).toEqual([
      { code: 'ACCOUNT_UNMAPPED', at: 'BANCOS' },
    ]);
    const same = new Map([...books.numbers, ['CARTERA', '102.1.3']]);
    expect(problemsOf({ numbers: same })).toEqual([{ code: 'ACCOUNT_TWICE', at: 'BANCOS' }]);
    expect(problemsOf({ format: { levels: '3-2', separator: '-' } })).toEqual([
      { code: 'ACCOUNT_TOO_LONG', at: 'BANCOS' },
    ]);
    const early = { ...bought, day: dateOf('2028-01-31') };
    expect(problemsOf({ entries: [early] })).toEqual([{ code: 'ENTRY_OUTSIDE_PERIOD', at: early.number }]);
    const uneven = { ...bought, lines: [line('CARTERA', 'debit')] };
    expect(problemsOf({ entries: [uneven] })).toEqual([{ code: 'ENTRY_UNBALANCED', at: uneven.number }]);
    expect(problemsOf({ entries: [] })).toEqual([{ code: 'NOTHING_TO_WRITE', at: '2028-02' }]);
  });
});

describe('[LIB-44] entries for Aspel COI', () => {
  it('has rows of an entry, its movements, its CFDI and its end below two rows of headings', () => {
    const file = coiRows(books);
    if (!file.ok) throw new Error(JSON.stringify(file.problems));
    expect(file.name).toBe('ANA010101AA1202802-coi.xlsx');
    const concept = 'Depósito “Ñandú” & <Cía> ﬁ 漢 €';
    expect(file.content.slice(2, 9)).toEqual([
      ['Eg', 1, `Compra de ${'facturas '.repeat(30)}`.slice(0, 120).trimEnd(), 29],
      [null, '0106-001-000', 0, concept, 1, moneyOf('1712.35', 'MXN'), null],
      [null, '0102-001-003', 0, concept, 1, null, moneyOf('1712.35', 'MXN')],
      [null, null, 'INICIO_CFDI'],
      [null, null, '28/02/2028', null, null, 'PEGJ800101AB1', 'ANA010101AA1', document.total, UUID.toUpperCase()],
      [null, null, 'FIN_CFDI'],
      [null, 'FIN_PARTIDAS'],
    ]);
    expect(file.content.filter(([kind]) => kind === 'Ig' || kind === 'Eg').map((row) => row.slice(0, 2))).toEqual([
      ['Eg', 1],
      ['Ig', 1],
      ['Eg', 2],
    ]);
  });

  it('is not written with an account that is not mapped', () => {
    const file = coiRows({ ...books, numbers: new Map() });
    expect(file.ok ? [] : file.problems.map(({ at }) => at)).toEqual(['CARTERA', 'BANCOS']);
  });
});

describe('[LIB-45] a number of an account in a program', () => {
  test.each<[string, string, AccountFormat['separator'], string | null]>([
    ['102-1', '4-3-3', '-', '0102-001-000'],
    ['102.01.3', '3-2-4', '', '102010003'],
    ['102', '3-2', '.', '102.00'],
    ['102-01', '', '', '10201'],
    ['102-01', '', '-', '102-01'],
    ['102-01-1', '3-2', '-', null],
    ['102-001', '3-2', '-', null],
    ['---', '3-2', '-', null],
    ['1', '9-9-9', '', null],
  ])('%j with levels %j and %j is %j', (number, levels, separator, written) => {
    expect(accountIn('coi', number, { levels, separator })).toBe(written);
  });

  it('is longer in CONTPAQi than in COI', () => {
    expect(accountIn('contpaqi', '1', { levels: '9-9-9', separator: '' })).toHaveLength(27);
  });

  test.each([
    ['4-3-3', true],
    ['', true],
    ['4', true],
    ['0-3', false],
    ['4-', false],
    ['4 3', false],
    ['1-1-1-1-1-1-1-1-1-1', false],
  ])('levels %j: %s', (levels, is) => expect(isAccountLevels(levels)).toBe(is));
});

test('[LIB-43] a text in windows-1252 loses an accent that it has not, or a sign', () => {
  expect(ansiText('Peñón — ő “€” 漢 ŷ')).toBe('Peñón — o “€” ? y');
});
