import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { add, decimalOf, type FinancedCurrency, type Money, money, moneyOf, zero } from './money.ts';
import { accrualOf, effectiveAnnualCost, interestOf, lateChargesOf } from './price.ts';

const mxn = (text: string): Money<'MXN'> => moneyOf(text, 'MXN');
const golden = { interestRate: '24', daysInYear: 360 };
const days = fc.integer({ min: 1, max: 180 });

describe('interest for late payment', () => {
  const moratory = { rate: '48', daysInYear: 360 };
  test.each([
    ['the golden sale, 10 days late', '116000.00', 10, '1546.67'],
    ['the first day after the due date', '116000.00', 1, '154.67'],
    ['on the due date', '116000.00', 0, '0.00'],
    ['before the due date', '116000.00', -3, '0.00'],
    ['nothing owed', '0.00', 10, '0.00'],
  ])('[PRE-04] %s', (_case, owed, late, expected) => {
    expect(decimalOf(lateChargesOf(mxn(owed), late, moratory))).toBe(expected);
  });

  it('[PRE-01] ten days of the golden interest are 773.33', () => {
    expect(decimalOf(interestOf(mxn('116000.00'), 10, golden))).toBe('773.33');
  });
});

describe('interest accrued by day', () => {
  const sold = { interest: mxn('3480.00'), days: 45 };
  /** Books the days in the given order and returns the amount of each. */
  const run = (of: typeof sold, order: readonly number[]) => {
    let booked = zero('MXN');
    const entries = order.map((day) => {
      const entry = accrualOf(of, day, booked);
      booked = add(booked, entry);
      return entry;
    });
    return { entries, booked };
  };

  it('[PRE-04] by month, 16 + 28 + 1 days: 1,237.33 + 2,165.34 + 77.33 = 3,480.00', () => {
    const { entries, booked } = run(sold, [16, 44, 45]);
    expect(entries.map(decimalOf)).toEqual(['1237.33', '2165.34', '77.33']);
    expect(decimalOf(booked)).toBe('3480.00');
  });

  it('[PRE-04] by day, 77.33 or 77.34, adding up to the interest', () => {
    const { entries, booked } = run(
      sold,
      Array.from({ length: 45 }, (_, index) => index + 1),
    );
    expect(new Set(entries.map(decimalOf))).toEqual(new Set(['77.33', '77.34']));
    expect(booked).toEqual(sold.interest);
  });

  test.each([
    ['a day run twice', [1, 2, 2, 3], '232.00'],
    ['a day skipped', [1, 3], '232.00'],
    ['days out of order', [3, 1, 2], '232.00'],
    ['days after the due date', [45, 46, 60], '3480.00'],
    ['the day of the sale', [0], '0.00'],
  ])('[PRE-04] %s: the booked total is unaffected', (_case, order, expected) => {
    const { entries, booked } = run(sold, order);
    expect(decimalOf(booked)).toBe(expected);
    expect(entries.every((entry) => entry.cents >= 0n)).toBe(true);
  });

  it('[PRE-04] in any order the booked total is the accrual of the latest day', () => {
    const sale = fc.record({ cents: fc.bigInt({ min: 0n, max: 10n ** 12n }), days });
    fc.assert(
      fc.property(sale, fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 30 }), (drawn, order) => {
        const of = { interest: money(drawn.cents, 'MXN'), days: drawn.days };
        const latest = accrualOf(of, Math.max(...order), zero('MXN'));
        expect(run(of, order).booked).toEqual(latest);
        expect(run(of, [...order, drawn.days]).booked).toEqual(of.interest);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the effective annual cost', () => {
  test.each([
    ['the golden sale without IVA', '3480.00', '100920.00', 45, '31.65'],
    ['the golden sale with IVA paid at maturity', '4036.80', '100920.00', 45, '37.45'],
    ['no interest', '0.00', '100920.00', 45, '0.00'],
    ['a full year', '10.00', '100.00', 365, '10.00'],
    ['one day', '77.33', '104322.67', 1, '31.06'],
  ])('[RES-06] %s', (_case, cost, deposit, term, expected) => {
    expect(effectiveAnnualCost(mxn(cost), mxn(deposit), term)).toBe(expected);
  });

  test.each([
    ['no deposit', '3480.00', '0.00', 45],
    ['a negative deposit', '3480.00', '-1.00', 45],
    ['a negative deposit above the cost', '10.00', '-100.00', 45],
    ['no days', '3480.00', '100920.00', 0],
    ['a due date before the sale', '3480.00', '100920.00', -30],
    ['a cost above the limit', '50.00', '0.01', 1],
    ['a cost that prints with an exponent', '16.00', '1.00', 20],
  ])('[RES-06] is null for %s', (_case, cost, deposit, term) => {
    expect(effectiveAnnualCost(mxn(cost), mxn(deposit), term)).toBeNull();
  });

  it('[RES-06] is null or a plain decimal with 2 places', () => {
    const cents = fc.bigInt({ min: 0n, max: 10n ** 12n });
    fc.assert(
      fc.property(cents, cents, days, (cost, deposit, term) => {
        const annual = effectiveAnnualCost(money<FinancedCurrency>(cost, 'MXN'), money(deposit, 'MXN'), term);
        expect(annual === null || /^\d{1,7}\.\d{2}$/.test(annual)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
