import { describe, expect, it } from 'vitest';
import { annualYield, concentrationOf, effectiveYield, percentOf, shareOf } from './portfolio.ts';

const ofParties = (...cents: readonly bigint[]) =>
  concentrationOf({
    total: cents.reduce((sum, each) => sum + each, 0n),
    squares: cents.reduce((sum, each) => sum + each * each, 0n),
    largest: cents.toSorted((a, b) => Number(b - a)).slice(0, 5),
  });

describe('[OPE-10] concentration', () => {
  it.each([
    [[11_600_000n], { five: '100.0', herfindahl: 10_000 }],
    [[100n, 100n], { five: '100.0', herfindahl: 5000 }],
    [Array.from({ length: 10 }, () => 5n), { five: '50.0', herfindahl: 1000 }],
    [[60n, 20n, 10n, 5n, 3n, 2n], { five: '98.0', herfindahl: 4138 }],
    [[2n, 1n], { five: '100.0', herfindahl: 5556 }],
    // Beyond the integers that a float can hold.
    [[999_999_999_999_99n, 999_999_999_999_99n, 1n], { five: '100.0', herfindahl: 5000 }],
  ])('the concentration of %o is %o', (cents, expected) => {
    expect(ofParties(...cents)).toEqual(expected);
  });

  it('nothing has no concentration', () => {
    expect(ofParties()).toBeNull();
    expect(shareOf(0n, 0n)).toBeNull();
  });

  it.each([
    [1n, 3n, '33.3'],
    [2n, 3n, '66.7'],
    [1n, 2000n, '0.1'],
    [0n, 5n, '0.0'],
  ])('has the share of %s in %s: %s', (part, whole, share) => {
    expect(shareOf(part, whole)).toBe(share);
  });
});

describe('[OPE-10] the yield of sales', () => {
  it.each([
    // 3,480.00 of interest on a deposit of 100,920.00 for 45 days.
    [348_000n, 10_092_000n * 45n, '27.97'],
    // The same sale twice yields the same.
    [696_000n, 2n * 10_092_000n * 45n, '27.97'],
    [0n, 10_092_000n, '0.00'],
    [1n, 0n, null],
  ])('the yield of interest %s on %s is %s', (interest, cashDays, expected) => {
    expect(annualYield(interest, cashDays)).toBe(expected);
  });
});

describe('[LIB-113] yields of a report', () => {
  it.each([
    // The golden sale: 3,480 on 100,920 for 45 days, eight times and a bit in a year.
    ['27.97', 45, '31.65'],
    ['27.97', 365, '27.97'],
    ['0.00', 45, '0.00'],
    ['27.97', 0, null],
  ])('%s per cent on money that is out for %s days is %s', (nominal, days, expected) => {
    expect(effectiveYield(nominal, days)).toBe(expected);
  });

  it.each([
    // The golden sale that the receiver paid 6,000 short.
    [600_000n, 11_600_000n, '5.17'],
    [-5n, 1000n, '-0.50'],
    [1n, 0n, null],
  ])('%s in %s is %s per cent', (part, whole, expected) => {
    expect(percentOf(part, whole)).toBe(expected);
  });
});
