import { expect, it } from 'vitest';
import { dateOf } from './calendar.ts';
import { decimalOf, moneyOf } from './money.ts';
import { byPaidDay, divide } from './receipt.ts';

const claim = (documentId: string, owed: string, dueDate: string) => ({
  documentId,
  owed: moneyOf(owed, 'MXN'),
  dueDate: dateOf(dueDate),
  moratoryRate: '48',
  daysInYear: 360,
});
const on = dateOf('2026-05-04');
const own = { on, invoices: [claim('b', '116000.00', '2026-04-24')] };
const other = { on, invoices: [claim('a', '50000.00', '2026-05-04'), claim('c', '10000.00', '2026-04-20')] };

it.each([
  ['those due first', '12000.00', ['2000.00', '10000.00'], '0.00'],
  ['all, before any late charges', '176000.00', ['116000.00', '60000.00'], '0.00'],
  ['late charges of the day, in the same order', '176186.67', ['116000.00', '60186.67'], '0.00'],
  ['no more than debts and late charges', '200000.00', ['117546.67', '60186.67'], '22266.66'],
  ['one cent', '0.01', ['0.00', '0.01'], '0.00'],
] as const)('[DIN-20] money of several clients pays %s', (_, amount, amounts, rest) => {
  const divided = divide(moneyOf(amount, 'MXN'), [own, other]);
  expect([divided.amounts.map(decimalOf), decimalOf(divided.rest)]).toEqual([amounts, rest]);
});

it('[DIN-22] money from before a deposit pays on the day of the deposit', () => {
  const invoices = ['2026-03-10', '2026-03-12', '2026-03-09'].map((day) => ({ depositedOn: dateOf(day) }));
  const groups = byPaidDay(dateOf('2026-03-10'), invoices);
  expect(groups.map((group) => [group.on, group.invoices.length])).toEqual([
    ['2026-03-10', 2],
    ['2026-03-12', 1],
  ]);
});
