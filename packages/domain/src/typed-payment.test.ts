import { describe, expect, it } from 'vitest';
import { dateOf } from './calendar.ts';
import { moneyOf } from './money.ts';
import { needsSecondPerson, typedPaymentDoubts, USUAL_SURPLUS_PERCENT } from './typed-payment.ts';

const debt = { owed: moneyOf('116000.00', 'MXN'), depositedOn: dateOf('2026-03-10'), isSurplusTheirs: true };
const bounds = { today: dateOf('2026-04-24'), surplusPercent: USUAL_SURPLUS_PERCENT };

describe('[OPE-22] a typed payment', () => {
  it.each([
    ['116000.00', '2026-04-24', []],
    ['1159999.99', '2026-04-24', ['amount']],
    ['1160000.00', '2026-04-24', ['amount', 'slip']],
    ['1.00', '2026-04-24', []],
    ['117160.00', '2026-04-24', []],
    ['117160.01', '2026-04-24', ['amount']],
    ['11600000.00', '2026-04-24', ['amount', 'slip']],
    ['116000.00', '2026-04-21', []],
    ['116000.00', '2026-04-20', ['valueDate']],
    ['116000.00', '2026-03-10', ['valueDate']],
    ['120000.00', '2026-03-09', ['amount', 'valueDate', 'beforeDeposit']],
  ])(
    'a payment of %s for 116,000.00, deposited on 10 March, with the value date %s needs a second person for %j',
    (amount, valueDate, doubts) => {
      const payment = { amount: moneyOf(amount, 'MXN'), valueDate: dateOf(valueDate) };
      expect(typedPaymentDoubts(payment, debt, bounds)).toEqual(doubts);
    },
  );

  it.each([
    ['0.00', '116000.00', '116000.01'],
    ['0.50', '116580.00', '116580.01'],
    ['100.00', '232000.00', '232000.01'],
  ])(
    '[DIN-45] with a tolerance of %s %% of the lender, %s needs nobody else and %s does',
    (surplusPercent, most, more) => {
      const doubtsOf = (amount: string) =>
        typedPaymentDoubts({ amount: moneyOf(amount, 'MXN'), valueDate: bounds.today }, debt, {
          ...bounds,
          surplusPercent,
        });
      expect([doubtsOf(most), doubtsOf(more)]).toEqual([[], ['amount']]);
    },
  );

  it('a surplus that waits to be identified is measured when it is, but a slip is one at once', () => {
    const waiting = { ...debt, isSurplusTheirs: false };
    const doubtsOf = (amount: string) =>
      typedPaymentDoubts({ amount: moneyOf(amount, 'MXN'), valueDate: dateOf('2026-04-24') }, waiting, bounds);
    expect(doubtsOf('1159999.99')).toEqual([]);
    expect(doubtsOf('1160000.00')).toEqual(['slip']);
  });

  it('[DIN-128] an amount that its payer has just paid is probably the same payment', () => {
    const payment = { amount: moneyOf('100000.00', 'MXN'), valueDate: bounds.today };
    expect(typedPaymentDoubts(payment, { ...debt, isPaidAgain: true }, bounds)).toEqual(['again']);
    expect(typedPaymentDoubts(payment, { ...debt, isPaidAgain: false }, bounds)).toEqual([]);
  });

  it('a payment that matches nothing is measured by its date alone', () => {
    const payment = { amount: moneyOf('9999.00', 'MXN'), valueDate: dateOf('2026-04-20') };
    expect(typedPaymentDoubts(payment, null, bounds)).toEqual(['valueDate']);
  });
});

it.each([
  ['1160.00', false],
  ['1160.01', true],
])('[OPE-22] a shortfall of 116,000.00 by %s needs a second person: %s', (covered, isNeeded) => {
  expect(needsSecondPerson(moneyOf(covered, 'MXN'), moneyOf('116000.00', 'MXN'))).toBe(isNeeded);
});
