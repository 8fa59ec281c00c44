import { describe, expect, it } from 'vitest';
import { dateOf } from './calendar.ts';
import { dueDateInForce, type Extension, extensionProblem, type RatedDays, ratesUntil } from './extension.ts';
import { decimalOf, moneyOf, zero } from './money.ts';
import { priceOf } from './price.ts';
import { amountAsked, payInvoice, settle } from './settlement.ts';

const extension = (agreedOn: string, dueDate: string): Extension => ({
  agreedOn: dateOf(agreedOn),
  dueDate: dateOf(dueDate),
  rate: '24',
});
const terms = { ivaRate: '16', moratoryRate: '48', daysInYear: 360, dueDate: dateOf('2026-04-24') };
const inTime = [extension('2026-04-20', '2026-05-08')];
const afterwards = [extension('2026-04-29', '2026-05-08')];
const twice = [...inTime, extension('2026-05-06', '2026-05-22')];

describe('the golden sale of 116,000.00, due on 24 April and extended', () => {
  const price = priceOf(moneyOf('116000.00', 'MXN'), 45, {
    interestRate: '24',
    advancePercent: '90',
    daysInYear: 360,
    ivaRate: '16',
  });
  const none = zero('MXN');
  const position = {
    owed: price.total,
    buyBack: zero('MXN'),
    owedChanges: [{ on: dateOf('2026-03-10'), change: price.total }],
    aforo: price.aforo,
    unearned: none,
    client: none,
    lateCharges: none,
    lateChargesIva: none,
    ivaToCome: price.iva,
  };

  it.each([
    ['paid on the sold date', inTime, '2026-04-24', '0.00 + 0.00; 11043.20'],
    ['paid six days into it', inTime, '2026-04-30', '464.00 + 74.24; 10504.96'],
    ['paid on the new date', inTime, '2026-05-08', '1082.67 + 173.23; 9787.30'],
    ['paid five days after the new date', inTime, '2026-05-13', '1856.00 + 296.96; 8890.24'],
    ['agreed five days late, paid on the new date', afterwards, '2026-05-08', '1469.33 + 235.09; 9338.78'],
    ['agreed five days late, paid before the agreement', afterwards, '2026-04-27', '464.00 + 74.24; 10504.96'],
    ['extended twice, paid on the last date', twice, '2026-05-22', '2165.33 + 346.45; 8531.42'],
  ] as const)('[DIN-72] %s', (_, extensions, valueDate, shown) => {
    const received = { amount: price.total, valueDate: dateOf(valueDate), from: 'BANCOS', payer: 'debtor' } as const;
    const receipt = payInvoice('a', position, received, { ...terms, extensions });
    const { finalDeposit } = settle('a', receipt.position);
    const { lateCharges, lateChargesIva } = receipt;
    expect(`${decimalOf(lateCharges)} + ${decimalOf(lateChargesIva)}; ${decimalOf(finalDeposit)}`).toBe(shown);
  });

  it('[DIN-72] is asked for without late charges until the new date, and with them from the day after', () => {
    const invoice = { ...terms, owed: price.total, extensions: inTime };
    expect(decimalOf(amountAsked(invoice, dateOf('2026-05-08')))).toBe('116000.00');
    expect(decimalOf(amountAsked(invoice, dateOf('2026-05-13')))).toBe('116773.33');
  });
});

const shownDays = ({ after, through, rate }: RatedDays): string => `${after} to ${through}: ${rate}`;

it.each([
  ['none', [], ['2026-04-24 to 2026-06-01: 48']],
  ['one in time', inTime, ['2026-04-24 to 2026-05-08: 24', '2026-05-08 to 2026-06-01: 48']],
  [
    'one agreed late',
    afterwards,
    ['2026-04-24 to 2026-04-29: 48', '2026-04-29 to 2026-05-08: 24', '2026-05-08 to 2026-06-01: 48'],
  ],
  ['two', twice, ['2026-04-24 to 2026-05-06: 24', '2026-05-06 to 2026-05-22: 24', '2026-05-22 to 2026-06-01: 48']],
] as const)(
  '[DIN-72] rates each day after the sold date once, by the extension in force on it: %s',
  (_, extensions, days) => {
    expect(ratesUntil({ ...terms, extensions }, dateOf('2026-06-01')).map(shownDays)).toEqual(days);
  },
);

it('[DIN-72] what is over stays: the rates until a day are the same before and after an agreement of that day', () => {
  const on = dateOf('2026-04-29');
  const known = ratesUntil(terms, on);
  expect(ratesUntil({ ...terms, extensions: afterwards }, on)).toEqual(known);
  expect([dueDateInForce(terms), dueDateInForce({ ...terms, extensions: twice })]).toEqual([
    '2026-04-24',
    '2026-05-22',
  ]);
});

it.each([
  ['2026-04-24', 'EXTENSION_NOT_LATER'],
  ['2026-04-27', null],
  ['2026-05-01', 'PAYMENT_DATE_NOT_BUSINESS_DAY'],
  ['2026-07-23', null],
  ['2026-07-24', 'EXTENSION_TOO_LONG'],
] as const)('[DIN-72] a due date of 24 April can become %s: %s', (dueDate, problem) => {
  const calendar = { today: dateOf('2026-04-20'), holidays: new Map() };
  expect(extensionProblem(dateOf(dueDate), terms.dueDate, calendar)).toBe(problem);
});
