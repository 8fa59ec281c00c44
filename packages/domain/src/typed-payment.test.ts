import { describe, expect, it } from 'vitest';
import { dateOf } from './calendar.ts';
import { moneyOf } from './money.ts';
import { needsSecondPerson, typedPaymentDoubts } from './typed-payment.ts';

describe('[OPE-22] a typed payment', () => {
  it.each([
    ['116000.00', '2026-04-24', []],
    ['1.00', '2026-04-24', []],
    ['117160.00', '2026-04-24', []],
    ['117160.01', '2026-04-24', ['amount']],
    ['11600000.00', '2026-04-24', ['amount']],
    ['116000.00', '2026-04-21', []],
    ['116000.00', '2026-04-20', ['valueDate']],
    ['120000.00', '2026-03-24', ['amount', 'valueDate']],
  ])(
    'a payment of %s for 116,000.00 with the value date %s needs a second person for %j',
    (amount, valueDate, doubts) => {
      const payment = { amount: moneyOf(amount, 'MXN'), valueDate: dateOf(valueDate) };
      expect(typedPaymentDoubts(payment, moneyOf('116000.00', 'MXN'), dateOf('2026-04-24'))).toEqual(doubts);
    },
  );

  it('a payment that matches nothing is measured by its date alone', () => {
    const payment = { amount: moneyOf('9999.00', 'MXN'), valueDate: dateOf('2026-04-20') };
    expect(typedPaymentDoubts(payment, null, dateOf('2026-04-24'))).toEqual(['valueDate']);
  });
});

it.each([
  ['1160.00', false],
  ['1160.01', true],
])('[OPE-22] a shortfall of 116,000.00 by %s needs a second person: %s', (covered, isNeeded) => {
  expect(needsSecondPerson(moneyOf(covered, 'MXN'), moneyOf('116000.00', 'MXN'))).toBe(isNeeded);
});
