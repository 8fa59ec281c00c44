import { money } from '@anticipa/domain/money';
import { describe, expect, it } from 'vitest';
import {
  formatAmountShort,
  formatCount,
  formatDate,
  formatDecimal,
  formatExchangeRate,
  formatMoney,
  formatMoneyWhole,
  formatMonth,
  formatTableDate,
  relativeDay,
  withheldPercent,
} from './format.ts';

describe('amounts', () => {
  it.each([
    [11_600_000n, 'MXN 116,000.00'],
    [0n, 'MXN 0.00'],
    [1n, 'MXN 0.01'],
    [-1_050n, 'MXN −10.50'],
    [99_999_999_999n, 'MXN 999,999,999.99'],
    [999_999_999_999_999_999n, 'MXN 9,999,999,999,999,999.99'],
  ])('[PRE-04] writes %s cents as %s, exact to the cent', (cents, text) => {
    expect(formatMoney(money(cents, 'MXN'))).toBe(text);
  });

  it.each([
    [149n, 'USD 1'],
    [150n, 'USD 2'],
    [49n, 'USD 0'],
    [-49n, 'USD 0'],
    [-150n, 'USD −2'],
    [123_456_789n, 'USD 1,234,568'],
  ])('[TAB-04] writes %s cents of a tile with 0 decimals as %s', (cents, text) => {
    expect(formatMoneyWhole(money(cents, 'USD'))).toBe(text);
  });

  it.each([
    [10_092_050n, '100,921'],
    [999_999_949n, '9,999,999'],
    [1_000_000_000n, '10.000 M'],
    [1_030_489_474n, '10.305 M'],
    [99_999_999_999n, '1,000.000 M'],
  ])('writes %s cents in short as %s', (cents, text) => {
    expect(formatAmountShort(money(cents, 'MXN'))).toBe(text);
  });

  it('groups the whole part only', () => {
    expect(formatDecimal('-1234567.123456')).toBe('−1,234,567.123456');
    expect(formatDecimal('999')).toBe('999');
  });
});

describe('rates', () => {
  it.each([
    ['90', '10'],
    ['87.5', '12.5'],
    ['85.35', '14.65'],
    ['100', '0'],
    ['33.3333', '66.6667'],
  ])('withholds the rest of %s %% advanced: %s %%', (advanced, withheld) => {
    expect(withheldPercent(advanced)).toBe(withheld);
  });

  it('[TAB-01] writes an exchange rate with 4 decimals', () => {
    expect(formatExchangeRate('19.91875')).toBe('19.9188');
    expect(formatExchangeRate('20')).toBe('20.0000');
  });
});

describe('dates', () => {
  it('[PRE-04] writes a date as DD/MM/YYYY, whatever the zone of the machine', () => {
    expect(formatDate('2026-01-09')).toBe('09/01/2026');
  });

  it('[INT-01] writes a month in full', () => {
    expect([formatMonth('2026-01'), formatMonth('2025-12')]).toEqual(['enero 2026', 'diciembre 2025']);
  });

  it.each([
    ['2026-11-21T13:39:00Z', '21-nov-2026 7:39 am'],
    ['2026-11-21T18:00:00Z', '21-nov-2026 12:00 pm'],
    ['2026-11-21T06:05:00Z', '21-nov-2026 12:05 am'],
    ['2026-11-21T05:59:59Z', '20-nov-2026 11:59 pm'],
  ])('[PRE-04] writes the instant %s in a table as %s', (instant, text) => {
    expect(formatTableDate(instant)).toBe(text);
  });

  it.each([
    ['2026-11-21', 'hoy'],
    ['2026-11-22', 'mañana'],
    ['2026-11-20', 'ayer'],
    ['2026-11-24', 'en 3 días'],
    ['2026-10-22', 'hace 30 días'],
  ])('puts %s into words', (date, words) => {
    expect(relativeDay(date, '2026-11-21')).toBe(words);
  });
});

describe('counts', () => {
  it('inflects the noun by number', () => {
    expect(formatCount(1, 'factura', 'facturas')).toBe('1 factura');
    expect(formatCount(10_000, 'factura', 'facturas')).toBe('10,000 facturas');
    expect(formatCount(0, 'factura', 'facturas')).toBe('0 facturas');
  });
});
