import { describe, expect, it, test } from 'vitest';
import { bookText, inPesos, isGroupingCode } from './accounting-books.ts';
import { type Money, moneyOf, zero } from './money.ts';
import { ratioOf } from './ratio.ts';

const dollars = (debit: string, credit: string) => ({ debit: moneyOf(debit, 'USD'), credit: moneyOf(credit, 'USD') });
const total = (amounts: readonly Money[]): bigint => amounts.reduce((sum, { cents }) => sum + cents, 0n);

describe('[LIB-42] an entry in dollars in pesos', () => {
  it('balances: the largest line of the smaller side takes the cents', () => {
    const lines = inPesos(
      [dollars('100.01', '0'), dollars('0', '33.33'), dollars('0', '33.34'), dollars('0', '33.34')],
      ratioOf('17.123456'),
    );
    expect(lines.map(({ debit, credit }) => debit.cents + credit.cents)).toEqual([171252n, 57072n, 57090n, 57090n]);
    expect(total(lines.map(({ debit }) => debit))).toBe(total(lines.map(({ credit }) => credit)));
  });

  it('leaves out no line and adds none', () => {
    const lines = inPesos([dollars('0.01', '0'), dollars('0', '0.01')], ratioOf('20'));
    expect(lines).toEqual([
      { debit: moneyOf('0.20', 'MXN'), credit: zero('MXN') },
      { debit: zero('MXN'), credit: moneyOf('0.20', 'MXN') },
    ]);
  });
});

test.each([
  ['102', true],
  ['102.01', true],
  ['102.02', true],
  ['102.03', false],
  ['102.00', false],
  ['102.1', false],
  ['602.84', true],
  ['602.85', false],
  ['816.02', true],
  ['817', false],
  ['899.01', true],
  ['000', true],
  ['000.01', false],
  ['', false],
])('[LIB-40] the grouping code %j is one of the authority: %s', (code, is) => {
  expect(isGroupingCode(code)).toBe(is);
});

test.each([
  ['a\r\n\tb \u0007c', 10, 'a b c'],
  ['\ud800x\ufffe', 10, 'x'],
  ['Pen\u0303a 😀😀', 6, 'Peña 😀'],
  ['abc def', 4, 'abc'],
])('[LIB-41] the text %j has no sign that files cannot keep, in %i characters', (text, max, kept) => {
  expect(bookText(text, max)).toBe(kept);
});
