import { describe, expect, it } from 'vitest';
import {
  type BankMapping,
  bankAmount,
  bankDate,
  bankRows,
  decodeBankFile,
  mappingProblem,
  readBankCsv,
} from './bank-csv.ts';

const none = { date: 0, amount: 0, charge: 0, credit: 0, trackingKey: 0, reference: 0, text: 0, balance: 0 };
const mapping: BankMapping = {
  separator: 'comma',
  decimal: 'point',
  dateOrder: 'dmy',
  headerRows: 1,
  columns: { ...none, date: 1, text: 2, reference: 3, charge: 4, credit: 5, balance: 6 },
};

const file = [
  'Fecha,Concepto,Referencia,Cargo,Abono,Saldo',
  '02/03/2026,"SPEI ""PEÑA"", S.A.",0012,,"116,000.00","1,116,000.00"',
  '03/03/2026,COMISIÓN,,5.80,,"1,115,994.20"',
  ',TOTAL,,5.80,"116,000.00",',
].join('\n');

describe('[DIN-34] a file of movements', () => {
  it('has a movement or an unread row for each of its rows', () => {
    expect(readBankCsv(file, mapping)).toEqual({
      lines: [
        {
          row: 2,
          date: '2026-03-02',
          cents: 11_600_000n,
          trackingKey: '',
          reference: '0012',
          text: 'SPEI "PEÑA", S.A.',
          balance: 111_600_000n,
        },
        {
          row: 3,
          date: '2026-03-03',
          cents: -580n,
          trackingKey: '',
          reference: '',
          text: 'COMISIÓN',
          balance: 111_599_420n,
        },
      ],
      unread: [{ row: 4, problem: 'date', content: 'TOTAL · 5.80 · 116,000.00' }],
    });
  });

  it('is the same in every encoding, and with any ends of lines', () => {
    const wide = (isBig: boolean) => {
      const bytes = Buffer.from(`\uFEFF${file}`, 'utf16le');
      return isBig ? bytes.swap16() : bytes;
    };
    const same = [
      Buffer.from(file),
      Buffer.from(`\uFEFF${file}`),
      Buffer.from(file, 'latin1'),
      wide(false),
      wide(true),
      Buffer.from(file.replaceAll('\n', '\r\n')),
      Buffer.from(`${file.replaceAll('\n', '\r')}\r`),
    ].map((bytes) => readBankCsv(decodeBankFile(bytes), mapping));
    for (const each of same) expect(each).toEqual(readBankCsv(file, mapping));
  });

  it.each([
    ['1e9', 'amount'],
    ['-0', 'amount'],
    ['0.00', 'amount'],
    ['10,00', 'amount'],
    ['9999999999999.00', 'amount'],
    ['=1+1', 'amount'],
  ])('leaves a row unread whose amount is %s', (amount, problem) => {
    const read = readBankCsv(`h\n02/03/2026,x,1,,"${amount}",`, mapping);
    expect(read).toMatchObject({ lines: [], unread: [{ problem }] });
  });

  it('leaves a row unread that has a charge and a credit', () => {
    expect(readBankCsv('h\n02/03/2026,x,1,5.00,5.00,', mapping)).toMatchObject({ unread: [{ problem: 'amount' }] });
  });

  it('takes charges with and without their sign', () => {
    expect(readBankCsv('h\n02/03/2026,x,1,-5.00,,\n02/03/2026,x,1,5.00,,', mapping)).toMatchObject({
      lines: [{ cents: -500n }, { cents: -500n }],
    });
  });

  it('stops at a million rows, at a row of a million cells and at an open quote', () => {
    expect(bankRows('x\n'.repeat(1_000_000), 'comma')).toEqual({ row: 20_002, problem: 'long' });
    expect(bankRows(','.repeat(1_000_000), 'comma')).toEqual({ row: 1, problem: 'wide' });
    expect(bankRows('a\n"b,c\n', 'comma')).toEqual({ row: 2, problem: 'quotes' });
    expect(bankRows('a"b\n\n"c\0\nd"', 'comma')).toEqual([
      { row: 1, cells: ['a"b'] },
      { row: 3, cells: ['c\0\nd'] },
    ]);
  });
});

it.each([
  ['1,234.56', 'point', 123_456n],
  ['1.234,56', 'comma', 123_456n],
  ['1.234,56', 'point', null],
  ['1,234.56', 'comma', null],
  ['$ 1234.5', 'point', 123_450n],
  ['(12.00)', 'point', -1_200n],
  ['12.00-', 'point', -1_200n],
  ['-12', 'point', -1_200n],
  ['+12.00', 'point', 1_200n],
  ['1,23,456.00', 'point', null],
  ['100.000', 'point', null],
  ['--1', 'point', null],
  ['(1', 'point', null],
  ['', 'point', null],
  ['NaN', 'point', null],
  ['٣', 'point', null],
] as const)('[DIN-34] reads the amount %s with a decimal %s', (text, decimal, cents) =>
  expect(bankAmount(text, decimal)).toBe(cents),
);

it.each([
  ['29/02/2024', 'dmy', '2024-02-29'],
  ['29/02/2026', 'dmy', null],
  ['02/29/2024', 'mdy', '2024-02-29'],
  ['5-mar-26', 'dmy', '2026-03-05'],
  ['05/Diciembre/2026', 'dmy', '2026-12-05'],
  ['20260305', 'ymd', '2026-03-05'],
  ['05032026', 'dmy', '2026-03-05'],
  ['2026-03-05T10:15:00', 'ymd', '2026-03-05'],
  ['05/03/2026 10:15', 'dmy', '2026-03-05'],
  ['05/13/2026', 'dmy', null],
  ['5/3/226', 'dmy', null],
  ['ayer', 'dmy', null],
] as const)('[DIN-34] reads the date %s as %s', (text, order, date) => expect(bankDate(text, order)).toBe(date));

it('[DIN-34] refuses a mapping without date, amount or name, and a column named twice', () => {
  const problemOf = (columns: object) => mappingProblem({ ...mapping, columns: { ...mapping.columns, ...columns } });
  expect(problemOf({})).toBeNull();
  expect(problemOf({ date: 0 })).toBe('date');
  expect(problemOf({ charge: 0 })).toBe('amount');
  expect(problemOf({ amount: 7 })).toBe('amount');
  expect(problemOf({ amount: 7, charge: 0, credit: 0 })).toBeNull();
  expect(problemOf({ text: 0, reference: 0 })).toBe('name');
  expect(problemOf({ text: 1 })).toBe('twice');
});
