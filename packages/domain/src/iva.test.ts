import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { ivaOf, ivaOfEach, nearestIva, taxedPart } from './iva.ts';
import { decimalOf, type Money, money, moneyOf } from './money.ts';

const mxn = (text: string): Money<'MXN'> => moneyOf(text, 'MXN');

test.each([
  ['1005.54', '16', '160.89', '160.90', '160.89'],
  ['1005.54', '16', '160.89', '160.80', '160.88'],
  ['430.08', '8', '34.41', '34.42', '34.41'],
  ['191.16', '8', '15.29', '15.28', '15.29'],
  ['0.03', '16', '0.00', '0.01', '0.01'],
  ['3480.00', '0', '0.00', '0.01', '0.00'],
])(
  '[LIB-04] a base of %s at %s %% has an IVA of %s, and the nearest to %s that it may have is %s',
  (base, rate, own, wanted, nearest) => {
    expect([decimalOf(ivaOf(mxn(base), rate)), decimalOf(nearestIva(mxn(base), mxn(wanted), rate))]).toEqual([
      own,
      nearest,
    ]);
  },
);

test.each([
  // 0.16 / 1.16 × 68.06 = 9.3876.
  ['68.06', '9.39', '16', '58.67 + 9.39'],
  // Public case: 7,793.24 is 6,718.31 + 1,074.93, as 6,718.32 may not have 1,074.92.
  ['7793.24', '1074.92', '16', '6718.31 + 1074.93'],
  // Five concepts of 0.47, each with 0.08: 2.35 may not have 0.40.
  ['2.75', '0.40', '16', '2.37 + 0.38'],
  ['0.01', '0.00', '16', '0.01 + 0.00'],
])('[LIB-04] a payment of %s with %s of IVA at %s %% is %s', (amount, wanted, rate, expected) => {
  const { subTotal, iva } = taxedPart(mxn(amount), mxn(wanted), rate);
  expect(`${decimalOf(subTotal)} + ${decimalOf(iva)}`).toBe(expected);
});

it('[LIB-04] the difference of two rounded amounts of IVA is always allowed', () => {
  const cents = fc.bigInt({ min: 0n, max: 10n ** 12n });
  fc.assert(
    fc.property(cents, cents, fc.constantFrom('16', '8'), (a, b, rate) => {
      const [less, more] = a < b ? [money(a, 'MXN'), money(b, 'MXN')] : [money(b, 'MXN'), money(a, 'MXN')];
      const iva = money(ivaOf(more, rate).cents - ivaOf(less, rate).cents, 'MXN');
      expect(nearestIva(money(more.cents - less.cents, 'MXN'), iva, rate)).toEqual(iva);
    }),
  );
});

it('[LIB-04] documents of one sale have the IVA of their own bases, unless they must reach another amount', () => {
  const bases = [mxn('1237.33'), mxn('2165.34'), mxn('77.33')];
  const each = (total: string | null) => ivaOfEach(bases, '16', total === null ? null : mxn(total)).map(decimalOf);
  expect(each(null)).toEqual(['197.97', '346.45', '12.37']);
  expect(each('556.80')).toEqual(['197.98', '346.45', '12.37']);
  expect(each('556.76')).toEqual(['197.97', '346.45', '12.37']);
});
