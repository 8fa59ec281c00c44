import fc from 'fast-check';
import { describe, expect, expectTypeOf, it, test } from 'vitest';
import { authorisationLines, commissionLines, imbalance, payoutLines } from './ledger.ts';
import { add, decimalOf, type Money, money, moneyOf, sum, zero } from './money.ts';
import { annualCostOf, interestOf, openingCharge, type Price, type PriceTerms, priceOf, totalPrice } from './price.ts';

const mxn = (text: string): Money<'MXN'> => moneyOf(text, 'MXN');
const golden: PriceTerms = { interestRate: '24', advancePercent: '90', daysInYear: 360, ivaRate: '16' };
const figures = (price: Price) =>
  [price.interest, price.iva, price.aforo, price.advance, price.deposit].map((amount) => decimalOf(amount));

describe('the price of one invoice', () => {
  it('[PRE-01] [PRE-02] the golden sale: 116,000.00 for 45 days at 24 %, 90 % advanced', () => {
    const price = priceOf(mxn('116000.00'), 45, golden);
    expect(decimalOf(price.interest)).toBe('3480.00');
    expect(decimalOf(price.iva)).toBe('556.80');
    expect(decimalOf(price.aforo)).toBe('11600.00');
    expect(decimalOf(price.advance)).toBe('104400.00');
    expect(decimalOf(price.deposit)).toBe('100920.00');
    expect(price.days).toBe(45);
  });

  const cases: readonly [string, string, number, Partial<PriceTerms>, readonly string[]][] = [
    // case, total, days, terms, [interest, iva, aforo, advance, deposit]
    [
      'a year of 365 days',
      '116000.00',
      45,
      { daysInYear: 365 },
      ['3432.33', '549.17', '11600.00', '104400.00', '100967.67'],
    ],
    ['one day', '116000.00', 1, {}, ['77.33', '12.37', '11600.00', '104400.00', '104322.67']],
    ['the longest term', '116000.00', 180, {}, ['13920.00', '2227.20', '11600.00', '104400.00', '90480.00']],
    ['no interest', '116000.00', 45, { interestRate: '0' }, ['0.00', '0.00', '11600.00', '104400.00', '104400.00']],
    ['no aforo', '116000.00', 45, { advancePercent: '100' }, ['3480.00', '556.80', '0.00', '116000.00', '112520.00']],
    ['all aforo', '116000.00', 45, { advancePercent: '0' }, ['3480.00', '556.80', '116000.00', '0.00', '-3480.00']],
    ['no IVA', '116000.00', 45, { ivaRate: '0' }, ['3480.00', '0.00', '11600.00', '104400.00', '100920.00']],
    [
      'northern-border IVA',
      '116000.00',
      45,
      { ivaRate: '8' },
      ['3480.00', '278.40', '11600.00', '104400.00', '100920.00'],
    ],
    [
      'a rate with a decimal',
      '98765.43',
      37,
      { interestRate: '22.5' },
      ['2283.95', '365.43', '9876.54', '88888.89', '86604.94'],
    ],
    ['an interest on the tie', '69.00', 30, { interestRate: '18' }, ['1.04', '0.17', '6.90', '62.10', '61.06']],
    ['an aforo on the tie', '0.05', 1, {}, ['0.00', '0.00', '0.01', '0.04', '0.04']],
    ['one cent', '0.01', 180, {}, ['0.00', '0.00', '0.00', '0.01', '0.01']],
    [
      'a percentage with decimals',
      '1000.00',
      45,
      { advancePercent: '87.5' },
      ['30.00', '4.80', '125.00', '875.00', '845.00'],
    ],
    [
      'the largest amount',
      '9999999999999999.99',
      180,
      {},
      [
        '1200000000000000.00',
        '192000000000000.00',
        '1000000000000000.00',
        '8999999999999999.99',
        '7799999999999999.99',
      ],
    ],
  ];
  test.each(cases)('[PRE-01] [PRE-02] %s: %s for %d days', (_case, total, days, terms, expected) => {
    expect(figures(priceOf(mxn(total), days, { ...golden, ...terms }))).toEqual(expected);
  });

  it('[PRE-01] keeps the currency of the invoice', () => {
    const price = priceOf(moneyOf('100.00', 'USD'), 30, golden);
    expect([price.interest, price.iva, price.aforo, price.advance, price.deposit].map((a) => a.currency)).toEqual(
      Array(5).fill('USD'),
    );
    expectTypeOf(price).toEqualTypeOf<Price<'USD'>>();
    // @ts-expect-error euros are not financed
    expectTypeOf(priceOf(moneyOf('100.00', 'EUR'), 30, golden)).toBeObject();
  });

  it('[PRE-01] throws on a year of 0 days', () => {
    expect(() => priceOf(mxn('1.00'), 1, { ...golden, daysInYear: 0 })).toThrow(RangeError);
  });
});

const total = fc.bigInt({ min: 1n, max: 10n ** 15n }).map((cents) => money(cents, 'MXN'));
const days = fc.integer({ min: 1, max: 180 });
const tenThousandths = fc.nat(1_000_000);
const asText = (units: number): string => `${Math.floor(units / 10_000)}.${String(units % 10_000).padStart(4, '0')}`;
const terms = fc
  .record({
    rate: tenThousandths,
    advance: tenThousandths,
    iva: fc.constantFrom('0', '8', '16'),
    year: fc.constantFrom(360, 365),
  })
  .map(({ rate, advance, iva, year }) => ({
    rate,
    advance,
    terms: { interestRate: asText(rate), advancePercent: asText(advance), ivaRate: iva, daysInYear: year },
  }));

describe('properties of every price', () => {
  it('[PRE-02] the parts add up to the total, to the cent, for every invoice', () => {
    fc.assert(
      fc.property(total, days, terms, (amount, term, drawn) => {
        const price = priceOf(amount, term, drawn.terms);
        expect(price.advance.cents + price.aforo.cents).toBe(amount.cents);
        expect(price.deposit.cents + price.aforo.cents + price.interest.cents).toBe(amount.cents);
        expect(price.interest.cents >= 0n && price.aforo.cents >= 0n && price.advance.cents >= 0n).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('[PRE-02] the parts of a batch add up, as sums of individually rounded invoices', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(total, days, terms), { maxLength: 40 }), (drawn) => {
        const prices = drawn.map(([amount, term, { terms: of }]) => priceOf(amount, term, of));
        const batch = totalPrice('MXN', prices);
        expect(add(batch.advance, batch.aforo)).toEqual(batch.total);
        expect(add(add(batch.deposit, batch.aforo), batch.interest)).toEqual(batch.total);
        const column = (pick: (price: Price<'MXN'>) => Money<'MXN'>) => sum('MXN', prices.map(pick));
        expect(batch.iva).toEqual(column((price) => price.iva));
        expect(batch.interest).toEqual(column((price) => price.interest));
      }),
      { numRuns: 200 },
    );
  });

  it('[PRE-04] agrees with integer arithmetic on 20,000 prices', () => {
    /** Half-up by adding half a unit before truncating; all operands are non-negative. */
    const rounded = (numerator: bigint, denominator: bigint) => (numerator + denominator / 2n) / denominator;
    fc.assert(
      fc.property(total, days, terms, (amount, term, { rate, advance, terms: of }) => {
        const price = priceOf(amount, term, of);
        const interest = rounded(amount.cents * BigInt(rate) * BigInt(term), 1_000_000n * BigInt(of.daysInYear));
        expect(price.interest.cents).toBe(interest);
        expect(price.aforo.cents).toBe(rounded(amount.cents * BigInt(1_000_000 - advance), 1_000_000n));
        expect(price.iva.cents).toBe(rounded(interest * BigInt(of.ivaRate), 100n));
      }),
      { numRuns: 20_000 },
    );
  });

  it('[PRE-01] a longer term, a higher rate or a larger invoice never costs less', () => {
    fc.assert(
      fc.property(total, fc.integer({ min: 1, max: 179 }), terms, (amount, term, drawn) => {
        const cost = interestOf(amount, term, drawn.terms).cents;
        expect(interestOf(amount, term + 1, drawn.terms).cents >= cost).toBe(true);
        const dearer = { ...drawn.terms, interestRate: asText(drawn.rate + 1) };
        expect(interestOf(amount, term, dearer).cents >= cost).toBe(true);
        expect(interestOf(money(amount.cents + 1n, 'MXN'), term, drawn.terms).cents >= cost).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('[PRE-01] splitting an invoice changes the interest by at most a cent per part', () => {
    fc.assert(
      fc.property(fc.array(total, { minLength: 1, maxLength: 25 }), days, terms, (parts, term, drawn) => {
        const whole = interestOf(sum('MXN', parts), term, drawn.terms).cents;
        const apart = sum(
          'MXN',
          parts.map((part) => interestOf(part, term, drawn.terms)),
        ).cents;
        const gap = whole > apart ? whole - apart : apart - whole;
        expect(gap <= BigInt(parts.length)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('[PRE-04] prices no invoices at zero', () => {
    const batch = totalPrice('USD', []);
    expect(Object.values(batch)).toEqual(Array(6).fill(zero('USD')));
  });
});

describe('[LIB-96] the opening commission', () => {
  const opening = { rate: '0', amounts: { MXN: '0.00', USD: '0.00' }, ivaRate: '16' };
  const cases: readonly [string, Partial<typeof opening>, string, string, string][] = [
    // case, terms, commission, IVA, deposit
    ['an amount: the golden sale', { amounts: { MXN: '1000.00', USD: '60.00' } }, '1000.00', '160.00', '99760.00'],
    ['a rate of the total', { rate: '0.5' }, '580.00', '92.80', '100247.20'],
    ['a rate of eight decimals, half-up', { rate: '0.86206897' }, '1000.00', '160.00', '99760.00'],
    ['a rate and an amount', { rate: '0.5', amounts: { MXN: '20.05', USD: '0.00' } }, '600.05', '96.01', '100223.94'],
    ['in the border region', { rate: '0.5', ivaRate: '8' }, '580.00', '46.40', '100293.60'],
  ];
  test.each(cases)('%s', (_case, terms, commission, iva, deposit) => {
    const price = priceOf(mxn('116000.00'), 45, { ...golden, opening: { ...opening, ...terms } });
    expect([price.opening?.commission, price.opening?.iva, price.deposit]).toEqual([commission, iva, deposit].map(mxn));
    expect(add(add(add(price.deposit, price.aforo), price.interest), openingCharge(price))).toEqual(price.total);
  });

  it('is none without terms, or with terms of nothing, and the price is what it was', () => {
    const plain = priceOf(mxn('116000.00'), 45, golden);
    expect(priceOf(mxn('116000.00'), 45, { ...golden, opening })).toEqual(plain);
    expect(priceOf(mxn('116000.00'), 45, { ...golden, opening: null })).toEqual(plain);
    expect(plain).not.toHaveProperty('opening');
    expect(commissionLines({ documentId: 'a', price: plain })).toEqual([]);
  });

  it('has its own amount in dollars, and raises the annual cost by itself without its IVA', () => {
    const terms = { ...golden, opening: { ...opening, amounts: { MXN: '1000.00', USD: '60.00' } } };
    const dollars = priceOf(moneyOf('10000.00', 'USD'), 45, terms);
    expect(dollars.opening).toEqual({ commission: moneyOf('60.00', 'USD'), iva: moneyOf('9.60', 'USD') });
    const price = priceOf(mxn('116000.00'), 45, terms);
    expect([annualCostOf(priceOf(mxn('116000.00'), 45, golden)), annualCostOf(price)]).toEqual(['31.65', '42.73']);
  });

  it('is kept back from the deposit with its IVA, and the books are even', () => {
    const terms = { ...golden, opening: { ...opening, amounts: { MXN: '1000.00', USD: '0.00' } } };
    const booked = { documentId: 'a', price: priceOf(mxn('116000.00'), 45, terms) };
    const lines = [
      ...authorisationLines(booked),
      ...commissionLines(booked),
      ...payoutLines('a', booked.price.deposit),
    ];
    const balance = (account: string) =>
      lines.reduce((so, line) => (line.account === account ? so + line.debit.cents - line.credit.cents : so), 0n);
    expect(imbalance('MXN', lines)).toEqual(zero('MXN'));
    expect(['POR_DEPOSITAR', 'COMISIONES_POR_DEVENGAR', 'IVA_COBRADO', 'BANCOS'].map(balance)).toEqual([
      0n,
      -100_000n,
      -16_000n,
      -9_976_000n,
    ]);
    expect(totalPrice('MXN', [booked.price, booked.price]).opening).toEqual({
      commission: mxn('2000.00'),
      iva: mxn('320.00'),
    });
  });
});
