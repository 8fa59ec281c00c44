import { describe, expect, it } from 'vitest';
import { dateOf } from './calendar.ts';
import { moneyOf } from './money.ts';
import { daysOfDouble, isDouble, paidBy, referenceWithin, valueDateOf } from './received-transfer.ts';

const invoices = [
  { documentId: 'a', owed: moneyOf('100.00', 'MXN') },
  { documentId: 'b', owed: moneyOf('250.00', 'MXN') },
  { documentId: 'c', owed: moneyOf('100.00', 'MXN') },
];

describe('a transfer of a payer', () => {
  it.each([
    ['of the amount of one invoice', '250.00', ['b']],
    ['of the amount of several', '100.00', ['a', 'b', 'c']],
    ['of another amount', '99.99', ['a', 'b', 'c']],
    ['of all', '450.00', ['a', 'b', 'c']],
  ])('%s pays them', (_, amount, paid) => {
    expect(paidBy(moneyOf(amount, 'MXN'), invoices)).toEqual(paid);
  });
});

it.each([
  ['an amount just paid, while another one is owed', '500.00', ['500.00'], true],
  ['an amount just paid, while it is owed once more', '700.00', ['700.00'], false],
  ['another amount than was just paid', '500.00', ['500.01'], false],
  ['the first amount', '500.00', [], false],
] as const)('[DIN-23] %s', (_, amount, paid, isAgain) => {
  const mxn = (text: string) => moneyOf(text, 'MXN');
  const owed = [{ documentId: 'a', owed: mxn('700.00') }];
  expect(isDouble(mxn(amount), owed, paid.map(mxn))).toBe(isAgain);
});

it('[DIN-23] a payment may repeat one of seven days before or after', () => {
  expect(daysOfDouble(dateOf('2026-03-10'))).toEqual(['2026-03-03', '2026-03-17']);
});

it.each([
  ['AN11000000019 3', null],
  ['pago an110000000193 1', 'AN110000000193'],
  ['REF:AN110000000193', 'AN110000000193'],
  ['XAN110000000193', null],
  ['AN1100000001934', null],
  ['', null],
])('%j contains the reference %s', (text, reference) => {
  expect(referenceWithin(text)).toBe(reference);
});

it.each([
  ['of the same day', '2026-03-13', '2026-03-13', '2026-03-13'],
  ['of a Friday evening before a long weekend', '2026-03-17', '2026-03-13', '2026-03-13'],
  ['that is not given', '2026-03-17', null, '2026-03-17'],
  ['after the operation day', '2026-03-13', '2026-03-14', '2026-03-13'],
  ['long before it', '2026-03-17', '2026-03-11', '2026-03-17'],
])('a settlement %s: operation day %s, settled on %s, counts from %s', (_, operationDay, settledOn, valueDate) => {
  expect(valueDateOf(dateOf(operationDay), settledOn === null ? null : dateOf(settledOn))).toBe(valueDate);
});
