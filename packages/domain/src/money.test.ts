import fc from 'fast-check';
import { describe, expect, expectTypeOf, it, test } from 'vitest';
import {
  add,
  convert,
  currencies,
  decimalOf,
  divideHalfUp,
  isPositive,
  type Money,
  money,
  moneyOf,
  multiply,
  parseMoney,
  subtract,
  sum,
  sumPerCurrency,
  zero,
} from './money.ts';
import { percent, ratio, ratioOf } from './ratio.ts';

const mxn = (text: string): Money<'MXN'> => moneyOf(text, 'MXN');
const cents = fc.bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n });

describe('parsing an amount', () => {
  test.each([
    ['116000.00', 11_600_000n],
    ['116000', 11_600_000n],
    ['116000.5', 11_600_050n],
    ['0.01', 1n],
    ['-0.5', -50n],
    ['0', 0n],
    ['-0.00', 0n],
    ['007.10', 710n],
    ['9999999999999999.99', 999_999_999_999_999_999n],
    ['-9999999999999999.99', -999_999_999_999_999_999n],
  ])('[PRE-04] reads %j as %d cents', (text, expected) => {
    expect(parseMoney(text, 'MXN')).toEqual({ cents: expected, currency: 'MXN' });
  });

  test.each([
    '',
    ' ',
    '1.005',
    '1,000.00',
    '$1',
    '1e3',
    '.5',
    '5.',
    '+5',
    '--5',
    '1 ',
    ' 1',
    '1\n',
    '0x10',
    'NaN',
    'Infinity',
    '١٢',
    '10000000000000000.00',
  ])('[PRE-04] refuses %j as an amount', (text) => {
    expect(parseMoney(text, 'MXN')).toBeNull();
    expect(() => moneyOf(text, 'MXN')).toThrow(TypeError);
  });

  test.each([
    [11_600_000n, '116000.00'],
    [0n, '0.00'],
    [1n, '0.01'],
    [-1n, '-0.01'],
    [-50n, '-0.50'],
    [10n, '0.10'],
    [-11_600_001n, '-116000.01'],
  ])('[PRE-04] prints %d cents as %j', (whole, text) => {
    expect(decimalOf(money(whole, 'USD'))).toBe(text);
  });

  it('[PRE-04] parses everything it prints, in every currency', () => {
    fc.assert(
      fc.property(cents, fc.constantFrom(...currencies), (whole, currency) => {
        const amount = money(whole, currency);
        expect(parseMoney(decimalOf(amount), currency)).toEqual(amount);
      }),
    );
  });
});

describe('rounding', () => {
  // Ties round half-up, negative amounts mirror positive ones.
  test.each([
    ['69.00 for 30 days at 18 % on 360', '69.00', ratio(30n * 18n, 36_000n), '1.04'],
    ['1.035 exactly', '1035.00', ratio(1, 1000), '1.04'],
    ['2.005 exactly', '2005.00', ratio(1, 1000), '2.01'],
    ['just under the tie', '1034.99', ratio(1, 1000), '1.03'],
    ['a negative tie', '-1035.00', ratio(1, 1000), '-1.04'],
    ['half a cent', '0.01', ratio(1, 2), '0.01'],
    ['under half a cent', '0.01', ratio(49, 100), '0.00'],
    ['a negative half cent, and no -0.00', '-0.01', ratio(49, 100), '0.00'],
    ['a negative denominator', '1035.00', ratio(-1, -1000), '1.04'],
  ])('[PRE-04] %s', (_case, amount, factor, expected) => {
    expect(decimalOf(multiply(mxn(amount), factor))).toBe(expected);
  });

  it('[PRE-04] rounding is symmetric around zero and never off by more than half a unit', () => {
    const big = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
    fc.assert(
      fc.property(
        big,
        big.filter((d) => d !== 0n),
        (n, d) => {
          const rounded = divideHalfUp(n, d);
          expect(divideHalfUp(-n, d)).toBe(-rounded);
          expect(divideHalfUp(n, -d)).toBe(-rounded);
          const twiceError = 2n * (n - rounded * d);
          const size = d < 0n ? -d : d;
          expect(twiceError <= size && -twiceError <= size).toBe(true);
        },
      ),
    );
  });

  it('refuses to divide by zero', () => {
    expect(() => divideHalfUp(1n, 0n)).toThrow(RangeError);
  });
});

describe('an independent oracle', () => {
  /** Rounds an exact fraction by hand: whole part, then the remainder against half, then the sign. */
  const roundedByHand = (numerator: bigint, denominator: bigint): bigint => {
    const [n, sign] = numerator < 0n ? [-numerator, -1n] : [numerator, 1n];
    const remainder = n % denominator;
    const whole = (n - remainder) / denominator;
    return sign * (remainder >= denominator - remainder ? whole + 1n : whole);
  };
  /** "22.5" → 22500000n: the decimal point moved 6 places. */
  const millionths = (text: string): bigint => {
    const [whole = '', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(6, '0'));
  };
  const rate = fc
    .tuple(fc.nat(99_999), fc.nat(999_999))
    .map(([whole, part]) => `${whole}.${String(part).padStart(6, '0')}`);

  it('[PRE-04] agrees on 20,000 percentages of amounts, to the cent', () => {
    fc.assert(
      fc.property(cents, rate, (whole, text) => {
        const expected = roundedByHand(whole * millionths(text), 100n * 1_000_000n);
        expect(multiply(money(whole, 'MXN'), percent(text)).cents).toBe(expected);
      }),
      { numRuns: 20_000 },
    );
  });

  it('[PRE-03] agrees on 20,000 conversions, to the cent', () => {
    fc.assert(
      fc.property(cents, rate, (whole, text) => {
        const expected = roundedByHand(whole * millionths(text), 1_000_000n);
        expect(convert(money(whole, 'USD'), 'MXN', ratioOf(text)).cents).toBe(expected);
      }),
      { numRuns: 20_000 },
    );
  });
});

describe('combining amounts', () => {
  it('[PRE-04] adds and subtracts exactly where floats would not', () => {
    expect(decimalOf(add(mxn('0.10'), mxn('0.20')))).toBe('0.30');
    expect(decimalOf(subtract(mxn('0.30'), mxn('0.10')))).toBe('0.20');
    expect(decimalOf(sum('MXN', [mxn('116000.00'), mxn('-0.01'), mxn('0.02')]))).toBe('116000.01');
  });

  it('[PRE-04] sums an empty list to zero in the currency', () => {
    expect(sum('USD', [])).toEqual(zero('USD'));
  });

  it('[PRE-04] sums each currency separately', () => {
    const amounts = [moneyOf('0.01', 'USD'), mxn('116000.00'), mxn('116000.00')];
    expect(sumPerCurrency(amounts)).toEqual([mxn('232000.00'), moneyOf('0.01', 'USD')]);
    expect(sumPerCurrency([])).toEqual([]);
  });

  it('is positive only above zero', () => {
    expect([mxn('0.01'), mxn('0.00'), mxn('-0.01')].map(isPositive)).toEqual([true, false, false]);
  });

  it('[PRE-04] refuses to mix currencies at compile time and at run time', () => {
    const pesos = mxn('1.00');
    const dollars = moneyOf('1.00', 'USD');
    // @ts-expect-error pesos and dollars do not add
    expect(() => add(pesos, dollars)).toThrow(TypeError);
    // @ts-expect-error dollars and pesos do not subtract
    expect(() => subtract(dollars, pesos)).toThrow(TypeError);
    // @ts-expect-error a sum in pesos takes no dollars
    expect(() => sum('MXN', [dollars])).toThrow(TypeError);
    const unknown: Money = dollars;
    expect(() => add<Money['currency']>(pesos, unknown)).toThrow(TypeError);
    expectTypeOf(add(pesos, pesos)).toEqualTypeOf<Money<'MXN'>>();
    expectTypeOf(convert(pesos, 'USD', ratio(1, 19))).toEqualTypeOf<Money<'USD'>>();
  });

  it('[PRE-04] accepts neither a float as an amount nor a number as a rate', () => {
    // @ts-expect-error cents are bigint
    expect(() => add(money(1.5, 'MXN'), mxn('1.00'))).toThrow(TypeError);
    // @ts-expect-error a rate is an exact ratio
    expect(() => multiply(mxn('1.00'), 0.1)).toThrow(TypeError);
  });
});
