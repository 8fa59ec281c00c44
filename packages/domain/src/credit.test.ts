import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  availableOf,
  type CreditLine,
  creditBar,
  type Draw,
  exchange,
  exposureOf,
  fitSelection,
  lineFor,
  rateToShow,
} from './credit.ts';
import { decimalOf, type FinancedCurrency, type Money, money, moneyOf } from './money.ts';
import type { ProductCode } from './product.ts';

const mxn = (text: string): Money<'MXN'> => moneyOf(text, 'MXN');
const usd = (text: string): Money<'USD'> => moneyOf(text, 'USD');
const lineOf = (limit: string, used: string, held: string): CreditLine<'MXN'> => ({
  product: 'BI',
  currency: 'MXN',
  limit: mxn(limit),
  used: mxn(used),
  held: mxn(held),
  isMultiCurrency: false,
  validUntil: null,
  interestRate: '24',
  advancePercent: '90',
  daysInYear: 360,
  ivaRate: '16',
});

describe('available credit', () => {
  test.each([
    ['an unused line', '500000.00', '0.00', '0.00', '500000.00'],
    ['used and held both count', '500000.00', '104400.00', '95600.00', '300000.00'],
    ['a line used up', '104400.00', '0.00', '104400.00', '0.00'],
    ['a limit lowered under what is in use', '100000.00', '104400.00', '0.00', '-4400.00'],
  ])('[TAB-01] %s', (_case, limit, used, held, expected) => {
    expect(decimalOf(availableOf(lineOf(limit, used, held)))).toBe(expected);
  });
});

describe('exposure of a sale', () => {
  test.each([
    ['the advance of the golden sale', '104400.00', '116000.00', '104400.00'],
    ['an advance of one cent', '0.01', '116000.00', '0.01'],
    ['the total when there is no advance', '0.00', '116000.00', '116000.00'],
    ['the total when the advance is below zero', '-0.01', '116000.00', '116000.00'],
  ])('[PRE-02] %s', (_case, advance, total, expected) => {
    expect(decimalOf(exposureOf({ advance: mxn(advance), total: mxn(total) }))).toBe(expected);
  });
});

describe('currency conversion', () => {
  test.each([
    ['dollars to pesos at full precision', usd('1000.00'), 'MXN', '17.123456', '17123.46'],
    ['pesos to dollars at full precision', mxn('17123.46'), 'USD', '17.123456', '1000.00'],
    ['pesos to dollars, rounded once', mxn('100.00'), 'USD', '19', '5.26'],
    ['one cent of a dollar', usd('0.01'), 'MXN', '19', '0.19'],
    ['one cent of a peso', mxn('0.01'), 'USD', '19', '0.00'],
    ['pesos stay pesos whatever the rate', mxn('100.00'), 'MXN', '17.123456', '100.00'],
    ['dollars stay dollars whatever the rate', usd('100.00'), 'USD', '17.123456', '100.00'],
  ] as const)('[PRE-03] %s', (_case, amount, to, rate, expected) => {
    const changed = exchange(amount, to, rate);
    expect([decimalOf(changed), changed.currency]).toEqual([expected, to]);
  });

  it('[PRE-03] falls back to 19, marked as unpublished', () => {
    expect(rateToShow(null)).toEqual({ pesosPerDollar: '19', published: false });
    expect(rateToShow('17.123456')).toEqual({ pesosPerDollar: '17.123456', published: true });
  });

  it('[PRE-03] rounds by at most half a cent, so dollars survive a round trip', () => {
    const rate = fc
      .integer({ min: 1_000_000, max: 99_999_999 })
      .map((n) => `${Math.floor(n / 1e6)}.${String(n % 1e6).padStart(6, '0')}`);
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), rate, (cents, pesosPerDollar) => {
        const dollars = money(cents, 'USD');
        expect(exchange(exchange(dollars, 'MXN', pesosPerDollar), 'USD', pesosPerDollar)).toEqual(dollars);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the line of an invoice', () => {
  const line = (product: ProductCode, currency: FinancedCurrency, isMultiCurrency: boolean) => ({
    product,
    currency,
    isMultiCurrency,
  });
  const biPesos = line('BI', 'MXN', false);
  const biPesosMulti = line('BI', 'MXN', true);
  const biDollars = line('BI', 'USD', false);
  const fbMulti = line('FB', 'MXN', true);
  test.each([
    ['its own currency first', [biPesosMulti, biDollars], 'BI', 'USD', biDollars],
    ['a multi-currency line otherwise', [biPesosMulti], 'BI', 'USD', biPesosMulti],
    ['a peso-only line never takes dollars', [biPesos], 'BI', 'USD', null],
    ['BI never borrows from FB', [fbMulti, biPesos], 'BI', 'USD', null],
    ['FB never borrows from BI', [biPesosMulti, biDollars], 'FB', 'MXN', null],
    ['no lines at all', [], 'BI', 'MXN', null],
  ] as const)('[PRE-03] %s', (_case, lines, product, currency, expected) => {
    expect(lineFor(lines, { product, currency })).toBe(expected);
  });
});

describe('credit bars', () => {
  test.each([
    ['an unused line', '1000.00', '1000.00', 100, 'enough'],
    ['just above the mark', '150.10', '1000.00', 15.01, 'enough'],
    ['one cent above the mark', '150.01', '1000.00', 15, 'enough'],
    ['exactly 15 % is low', '150.00', '1000.00', 15, 'low'],
    ['one cent left', '0.01', '1000.00', 0, 'low'],
    ['nothing left', '0.00', '1000.00', 0, 'overdraft'],
    ['below nothing', '-0.01', '1000.00', 0, 'overdraft'],
    ['more than the limit is still 100', '1500.00', '1000.00', 100, 'enough'],
    ['a limit of zero divides nothing', '0.00', '0.00', 0, 'overdraft'],
    ['a limit of zero with something left over', '1.00', '0.00', 0, 'overdraft'],
  ] as const)('[TAB-10] %s', (_case, available, limit, percent, level) => {
    expect(creditBar(mxn(available), mxn(limit))).toEqual({ percent, level });
  });
});

describe('fitting a selection', () => {
  const draw = (id: string, amount: string, lineId = 'bi'): Draw => ({ id, lineId, amount: mxn(amount) });
  const available = new Map<string, Money<FinancedCurrency>>([
    ['bi', mxn('100.00')],
    ['fb', mxn('50.00')],
  ]);
  test.each([
    ['everything fits', [draw('a', '60.00'), draw('b', '40.00')], []],
    ['the limit met exactly, and one cent more', [draw('a', '100.00'), draw('b', '0.01')], ['b']],
    [
      'after one that does not fit, a later one still may',
      [draw('a', '60.00'), draw('b', '60.00'), draw('c', '40.00')],
      ['b'],
    ],
    ['the order decides', [draw('b', '60.00'), draw('c', '40.00'), draw('a', '60.00')], ['a']],
    [
      'lines do not lend to each other',
      [draw('a', '100.00'), draw('b', '60.00', 'fb'), draw('c', '50.00', 'fb')],
      ['b'],
    ],
    ['no line, no sale', [draw('a', '0.01', 'none')], ['a']],
    ['nothing asked', [], []],
  ])('[VTA-14] %s', (_case, draws, exceeds) => {
    expect(fitSelection(draws, available).exceeds).toEqual(exceeds);
  });

  it('[VTA-14] returns the remaining credit without modifying its input', () => {
    const { left } = fitSelection([draw('a', '60.00')], available);
    expect([...left].map(([line, amount]) => [line, decimalOf(amount)])).toEqual([
      ['bi', '40.00'],
      ['fb', '50.00'],
    ]);
    expect(decimalOf(available.get('bi') ?? mxn('0.00'))).toBe('100.00');
  });

  it('[VTA-14] takes nothing from an overdrawn line', () => {
    expect(fitSelection([draw('a', '0.01')], new Map([['bi', mxn('-5.00')]])).exceeds).toEqual(['a']);
  });

  it('[PRE-03] throws on a draw in another currency than its line', () => {
    expect(() => fitSelection([{ id: 'a', lineId: 'bi', amount: usd('1.00') }], available)).toThrow(TypeError);
  });

  it('[VTA-14] never exceeds a limit, keeps every invoice once and drops only what does not fit', () => {
    const draws = fc.array(
      fc.record({ lineId: fc.constantFrom('bi', 'fb'), cents: fc.bigInt({ min: 1n, max: 6000n }) }),
    );
    fc.assert(
      fc.property(draws, (drawn) => {
        const asked = drawn.map(({ lineId, cents }, index) => ({
          id: String(index),
          lineId,
          amount: money(cents, 'MXN'),
        }));
        const { exceeds, left } = fitSelection(asked, available);
        expect(exceeds).toEqual(asked.map(({ id }) => id).filter((id) => exceeds.includes(id)));
        for (const [lineId, start] of available) {
          const taken = asked.filter((one) => one.lineId === lineId && !exceeds.includes(one.id));
          const rest = left.get(lineId)?.cents ?? -1n;
          expect(rest).toBe(start.cents - taken.reduce((total, one) => total + one.amount.cents, 0n));
          expect(rest >= 0n).toBe(true);
          const refused = asked.filter((one) => one.lineId === lineId && exceeds.includes(one.id));
          for (const one of refused) expect(one.amount.cents > rest).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});
