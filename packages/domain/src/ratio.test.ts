import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { complement, inverse, parseRatio, percent, type Ratio, ratio, ratioOf, times } from './ratio.ts';

const equals = (a: Ratio, b: Ratio): boolean => a.numerator * b.denominator === b.numerator * a.denominator;

describe('parsing a rate', () => {
  test.each([
    ['24', ratio(24, 1)],
    ['22.5', ratio(45, 2)],
    ['17.123456', ratio(17_123_456, 1_000_000)],
    ['0.00000001', ratio(1, 100_000_000)],
    ['-1.5', ratio(-3, 2)],
    ['0', ratio(0, 1)],
    ['999999999999', ratio(999_999_999_999n, 1)],
  ])('[PRE-04] reads %j exactly', (text, expected) => {
    const read = parseRatio(text);
    expect(read && equals(read, expected)).toBe(true);
  });

  test.each(['', '.5', '5.', '1e2', '24%', ' 24', '1.123456789', '1000000000000', 'NaN', '+1'])(
    '[PRE-04] refuses %j as a rate',
    (text) => {
      expect(parseRatio(text)).toBeNull();
      expect(() => ratioOf(text)).toThrow(TypeError);
    },
  );
});

describe('arithmetic on rates', () => {
  it('converts per cent to a fraction', () => {
    expect(equals(percent('22.5'), ratio(225, 1000))).toBe(true);
  });

  it('complements 90 % to 10 %', () => {
    expect(equals(complement(percent('90')), ratio(1, 10))).toBe(true);
    expect(equals(complement(percent('100')), ratio(0, 1))).toBe(true);
  });

  it('throws on a zero denominator, including the inverse of zero', () => {
    expect(() => ratio(1, 0)).toThrow(RangeError);
    expect(() => inverse(ratio(0, 5))).toThrow(RangeError);
  });

  it('throws on a fractional numerator', () => {
    expect(() => ratio(1.5, 2)).toThrow(RangeError);
  });

  it('never rounds: a rate times its inverse is one', () => {
    const part = fc.bigInt({ min: 1n, max: 10n ** 20n });
    fc.assert(
      fc.property(part, part, (n, d) => {
        const rate = ratio(n, d);
        expect(equals(times(rate, inverse(rate)), ratio(1, 1))).toBe(true);
        expect(equals(complement(complement(rate)), rate)).toBe(true);
      }),
    );
  });
});
