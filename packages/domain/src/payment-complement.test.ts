import { describe, expect, it } from 'vitest';
import { decimalOf, type FinancedCurrency, moneyOf } from './money.ts';
import { partsToComplement, paymentAmounts } from './payment-complement.ts';

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

  it('refuses amounts beyond the balance, and a rate that does not belong to the currency', () => {
    expect(() => amounts('MXN', ['1.00', '0.16', '1.15'], null)).toThrow(RangeError);
    expect(() => amounts('MXN', ['1.00', '0.16', '1.16'], '17.25')).toThrow(RangeError);
    expect(() => amounts('USD', ['1.00', '0.16', '1.16'], null)).toThrow(RangeError);
  });
});

describe('what needs a complement of late charges of 58.67 + 9.39', () => {
  const parts = (unpaidAtIssue: string, unpaid: string, complemented: string): string[] =>
    partsToComplement({
      subTotal: moneyOf('58.67', 'MXN'),
      iva: moneyOf('9.39', 'MXN'),
      ivaRate: '16',
      unpaidAtIssue: moneyOf(unpaidAtIssue, 'MXN'),
      unpaid: moneyOf(unpaid, 'MXN'),
      complemented: moneyOf(complemented, 'MXN'),
    }).map(({ form, subTotal, iva }) => `${form} ${decimalOf(subTotal)} + ${decimalOf(iva)}`);

  it.each<[string, [string, string, string], string[]]>([
    ['nothing while all of it is unpaid', ['68.06', '68.06', '0.00'], []],
    ['a payment of all of it', ['68.06', '0.00', '0.00'], ['03 58.67 + 9.39']],
    ['a payment of half of it', ['68.06', '34.03', '0.00'], ['03 29.34 + 4.69']],
    ['its other half, with the residue of the IVA', ['68.06', '0.00', '34.03'], ['03 29.33 + 4.70']],
    ['nothing that has a complement', ['68.06', '34.03', '34.03'], []],
    ['what the aforo covered', ['50.00', '50.00', '0.00'], ['17 15.57 + 2.49']],
    ['what the aforo covered, then the payment', ['50.00', '0.00', '0.00'], ['17 15.57 + 2.49', '03 43.10 + 6.90']],
    ['only the payment, once the aforo has its own', ['50.00', '20.00', '18.06'], ['03 25.86 + 4.14']],
  ])('is %s', (_case, [unpaidAtIssue, unpaid, complemented], expected) => {
    expect(parts(unpaidAtIssue, unpaid, complemented)).toEqual(expected);
  });
});
