import { describe, expect, it } from 'vitest';
import { decimalOf, type FinancedCurrency, moneyOf } from './money.ts';
import {
  documentAmounts,
  instalmentsOf,
  partsToComplement,
  paymentAmounts,
  statedParts,
  totalsInPesos,
} from './payment-complement.ts';

const partOf = (currency: FinancedCurrency, [subTotal, iva, ivaRate = '16']: readonly string[]) => ({
  subTotal: moneyOf(subTotal ?? '', currency),
  iva: moneyOf(iva ?? '', currency),
  ivaRate,
});
const written = ({ subTotal, iva, ivaRate }: ReturnType<typeof partOf>): string =>
  `${decimalOf(subTotal)} + ${decimalOf(iva)} at ${ivaRate}`;

const amounts = (
  currency: FinancedCurrency,
  [subTotal, iva, before]: readonly [string, string, string],
  rate: string | null,
): string[] => {
  const document = { parts: [partOf(currency, [subTotal, iva])], balanceBefore: moneyOf(before, currency) };
  const { paid, balanceAfter } = documentAmounts(document);
  const { total, taxes } = totalsInPesos(currency, [document], rate);
  return [paid, balanceAfter, ...taxes.flatMap((one) => [one.base, one.iva]), total].map(decimalOf);
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

  it('[LIB-80] sums the documents of a day by their rates, and rounds their sum in pesos once', () => {
    const document = (...parts: string[][]) => ({
      parts: parts.map((part) => partOf('USD', part)),
      balanceBefore: moneyOf('100.00', 'USD'),
    });
    const documents = [document(['0.01', '0.00']), document(['0.02', '0.00'], ['10.00', '0.80', '8'])];
    const { paid, taxes } = paymentAmounts('USD', documents);
    expect([decimalOf(paid), ...taxes.map(written)]).toEqual(['10.83', '0.03 + 0.00 at 16', '10.00 + 0.80 at 8']);
    // 0.5175 pesos, not 0.17 + 0.35.
    const pesos = totalsInPesos('USD', documents, '17.25');
    expect(pesos.taxes.map(({ ivaRate, base, iva }) => [ivaRate, decimalOf(base), decimalOf(iva)])).toEqual([
      ['16', '0.52', '0.00'],
      ['8', '172.50', '13.80'],
    ]);
    expect(decimalOf(pesos.total)).toBe('186.82');
  });

  it.each<[string, string[][], string[]]>([
    ['one line as it is', [['1160.00', '185.60']], ['1160.00 + 185.60 at 16']],
    [
      'lines of two rates apart',
      [
        ['10.00', '1.60'],
        ['10.00', '0.80', '8'],
      ],
      ['10.00 + 1.60 at 16', '10.00 + 0.80 at 8'],
    ],
    // The base of ten lines of 0.04 may state an IVA from 0.06 to 0.07; theirs add up to 0.10.
    ['the sum of roundings within its limits, to the cent', Array(10).fill(['0.04', '0.01']), ['0.43 + 0.07 at 16']],
  ])('[LIB-80] the lines of one CFDI are one document: %s', (_case, lines, expected) => {
    expect(
      statedParts(
        'MXN',
        lines.map((line) => partOf('MXN', line)),
      ).map(written),
    ).toEqual(expected);
  });
});

describe('instalments of a CFDI of 100.00', () => {
  const pesos = (text: string) => moneyOf(text, 'MXN');
  const made = (taken: readonly (readonly [number, string])[], payments: readonly string[]): string[] =>
    instalmentsOf(
      pesos('100.00'),
      taken.map(([instalment, paid]) => ({ instalment, paid: pesos(paid) })),
      payments.map((paid) => ({ paid: pesos(paid) })),
    ).map(
      (one) => `${one.instalment}: ${decimalOf(one.balanceBefore)} − ${decimalOf(one.paid)} of ${one.payments.length}`,
    );
  const upTo = (last: number) => Array.from({ length: last }, (_, index): [number, string] => [index + 1, '0.01']);

  it.each<[string, [number, string][], string[], string[]]>([
    ['count from 1', [], ['40.00', '60.00'], ['1: 100.00 − 40.00 of 1', '2: 60.00 − 60.00 of 1']],
    ['go on', [[1, '40.00']], ['10.00'], ['2: 60.00 − 10.00 of 1']],
    [
      'fill the place of a cancelled one with its balance',
      [
        [1, '40.00'],
        [3, '10.00'],
      ],
      ['50.00'],
      ['2: 60.00 − 50.00 of 1'],
    ],
    ['have 998 and 999', upTo(997), ['1.00', '89.03'], ['998: 90.03 − 1.00 of 1', '999: 89.03 − 89.03 of 1']],
    ['wait with 999 until all is paid', upTo(998), ['1.00', '2.00'], []],
    ['pay the rest with 999', upTo(998), ['1.00', '2.00', '87.02'], ['999: 90.02 − 90.02 of 3']],
    ['are never 1000', upTo(999), ['1.00'], []],
  ])('[LIB-81] %s', (_case, taken, payments, expected) => {
    expect(made(taken, payments)).toEqual(expected);
  });
});

describe('what needs a complement of late charges of 58.67 + 9.39', () => {
  const parts = (unpaidAtIssue: string, complemented: string, ...unpaid: readonly string[]): string[] =>
    partsToComplement({
      subTotal: moneyOf('58.67', 'MXN'),
      iva: moneyOf('9.39', 'MXN'),
      ivaRate: '16',
      unpaidAtIssue: moneyOf(unpaidAtIssue, 'MXN'),
      coveredOn: '12',
      payments: unpaid.map((left, index) => ({ on: `${index + 13}`, unpaid: moneyOf(left, 'MXN') })),
      complemented: moneyOf(complemented, 'MXN'),
    }).map(({ form, paidOn, subTotal, iva }) => `${paidOn}: ${form} ${decimalOf(subTotal)} + ${decimalOf(iva)}`);

  it.each<[string, [string, string, ...string[]], string[]]>([
    ['nothing while all of it is unpaid', ['68.06', '0.00', '68.06'], []],
    ['a payment of all of it', ['68.06', '0.00', '0.00'], ['13: 03 58.67 + 9.39']],
    ['a payment of half of it', ['68.06', '0.00', '34.03'], ['13: 03 29.34 + 4.69']],
    ['its other half, with the residue of the IVA', ['68.06', '34.03', '0.00'], ['13: 03 29.33 + 4.70']],
    ['nothing that has a complement', ['68.06', '34.03', '34.03'], []],
    ['what the aforo covered', ['50.00', '0.00', '50.00'], ['12: 17 15.57 + 2.49']],
    [
      'what the aforo covered, then the payment',
      ['50.00', '0.00', '0.00'],
      ['12: 17 15.57 + 2.49', '13: 03 43.10 + 6.90'],
    ],
    ['only the payment, once the aforo has its own', ['50.00', '18.06', '20.00'], ['13: 03 25.86 + 4.14']],
    [
      'a part for each day',
      ['68.06', '0.00', '38.06', '38.06', '0.00'],
      ['13: 03 25.86 + 4.14', '15: 03 32.81 + 5.25'],
    ],
  ])('is %s', (_case, given, expected) => {
    expect(parts(...given)).toEqual(expected);
  });
});
