import { describe, expect, it } from 'vitest';
import { decimalOf, type FinancedCurrency, moneyOf } from './money.ts';
import { paymentAmounts } from './payment-complement.ts';

const amounts = (
  currency: FinancedCurrency,
  [subTotal, iva, before]: readonly [string, string, string],
  rate: string | null,
): string[] => {
  const part = { subTotal: moneyOf(subTotal, currency), iva: moneyOf(iva, currency) };
  const { paid, balanceAfter, inPesos } = paymentAmounts(part, moneyOf(before, currency), rate);
  return [paid, balanceAfter, inPesos.base, inPesos.iva, inPesos.total].map(decimalOf);
};

describe('the amounts of a payment complement', () => {
  it.each<[FinancedCurrency, [string, string, string], string | null, string[]]>([
    // paid, balance after, and in pesos: base, IVA, total
    ['MXN', ['1160.00', '185.60', '2691.20'], null, ['1345.60', '1345.60', '1160.00', '185.60', '1345.60']],
    ['MXN', ['1160.00', '185.60', '1345.60'], null, ['1345.60', '0.00', '1160.00', '185.60', '1345.60']],
    ['MXN', ['0.01', '0.00', '0.01'], null, ['0.01', '0.00', '0.01', '0.00', '0.01']],
    ['USD', ['10.00', '1.60', '11.60'], '17.25', ['11.60', '0.00', '172.50', '27.60', '200.10']],
    // Each amount is rounded on its own: 0.173, 0.173 and 0.345 pesos.
    ['USD', ['0.01', '0.01', '0.02'], '17.25', ['0.02', '0.00', '0.17', '0.17', '0.35']],
    ['USD', ['33.33', '5.33', '50.00'], '18.123456', ['38.66', '11.34', '604.05', '96.60', '700.65']],
  ])('%s %o at %s', (currency, given, rate, expected) => {
    expect(amounts(currency, given, rate)).toEqual(expected);
  });

  it('are refused beyond the balance, and for a rate that does not belong to the currency', () => {
    expect(() => amounts('MXN', ['1.00', '0.16', '1.15'], null)).toThrow(RangeError);
    expect(() => amounts('MXN', ['1.00', '0.16', '1.16'], '17.25')).toThrow(RangeError);
    expect(() => amounts('USD', ['1.00', '0.16', '1.16'], null)).toThrow(RangeError);
  });
});
