import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  authorisationLines,
  imbalance,
  type LedgerLine,
  payoutLines,
  uncollectedIva,
  uncollectedLines,
  withdrawalLines,
} from './ledger.ts';
import { decimalOf, type FinancedCurrency, money, moneyOf } from './money.ts';
import { type PriceTerms, priceOf } from './price.ts';

const terms: PriceTerms = { interestRate: '24', advancePercent: '90', daysInYear: 360, ivaRate: '16' };
const golden = priceOf(moneyOf('116000.00', 'MXN'), 45, terms);
const written = (lines: readonly LedgerLine[]) =>
  lines.map((line) => `${line.account} ${decimalOf(line.debit)} / ${decimalOf(line.credit)}`);

describe('entries of one sale', () => {
  it('[PRE-02] authorisation: portfolio against aforo owed, unearned interest and deposit payable', () => {
    const lines = authorisationLines({ documentId: 'a', price: golden });
    expect(written(lines)).toEqual([
      'CARTERA 116000.00 / 0.00',
      'AFORO_POR_DEVOLVER 0.00 / 11600.00',
      'INTERES_POR_DEVENGAR 0.00 / 3480.00',
      'POR_DEPOSITAR 0.00 / 100920.00',
    ]);
    expect(lines.every(({ documentId }) => documentId === 'a')).toBe(true);
  });

  it('[PRE-02] withdrawal: undoes the authorisation account by account', () => {
    const lines = withdrawalLines({ documentId: 'a', price: golden });
    expect(written(lines)).toEqual([
      'CARTERA 0.00 / 116000.00',
      'AFORO_POR_DEVOLVER 11600.00 / 0.00',
      'INTERES_POR_DEVENGAR 3480.00 / 0.00',
      'POR_DEPOSITAR 100920.00 / 0.00',
    ]);
    expect(lines.every(({ documentId }) => documentId === 'a')).toBe(true);
  });

  it('[PRE-02] disbursement: the deposit payable leaves the bank', () => {
    expect(written(payoutLines('a', golden.deposit))).toEqual([
      'POR_DEPOSITAR 100920.00 / 0.00',
      'BANCOS 0.00 / 100920.00',
    ]);
  });

  it('[PRE-02] omits zero lines of a sale without interest or aforo', () => {
    const price = priceOf(moneyOf('116000.00', 'MXN'), 45, { ...terms, interestRate: '0', advancePercent: '100' });
    expect(written(authorisationLines({ documentId: 'a', price }))).toEqual([
      'CARTERA 116000.00 / 0.00',
      'POR_DEPOSITAR 0.00 / 116000.00',
    ]);
  });

  it.each([
    ['all of it', '68.06', ['IVA_COBRADO 9.39 / 0.00', 'IVA_NO_COBRADO 0.00 / 9.39']],
    ['half of it', '34.03', ['IVA_COBRADO 4.70 / 0.00', 'IVA_NO_COBRADO 0.00 / 4.70']],
    ['a cent', '0.01', []],
    ['nothing', '0.00', []],
  ])('[HFI-03] late charges of 58.67 + 9.39 of which the client owes %s', (_case, unpaid, expected) => {
    const [lateCharges, iva] = [moneyOf('58.67', 'MXN'), moneyOf('9.39', 'MXN')];
    const uncollected = uncollectedIva({ subTotal: lateCharges, iva }, moneyOf(unpaid, 'MXN'));
    expect(written(uncollectedLines('a', uncollected))).toEqual(expected);
  });

  it('[PRE-04] every entry balances, with exactly one side of each line above zero', () => {
    const total = fc.bigInt({ min: 100n, max: 10n ** 15n });
    const currency = fc.constantFrom<FinancedCurrency>('MXN', 'USD');
    fc.assert(
      fc.property(
        total,
        currency,
        fc.integer({ min: 1, max: 180 }),
        fc.integer({ min: 20, max: 100 }),
        (cents, of, days, advance) => {
          const price = priceOf(money(cents, of), days, { ...terms, advancePercent: String(advance) });
          for (const lines of [authorisationLines({ documentId: 'a', price }), payoutLines('a', price.deposit)]) {
            expect(imbalance(of, lines)).toEqual(money(0n, of));
            for (const { debit, credit } of lines) {
              expect(debit.cents >= 0n && credit.cents >= 0n).toBe(true);
              expect(debit.cents > 0n).toBe(credit.cents === 0n);
            }
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('[PRE-04] a sale with a negative deposit does not balance, so it cannot be written', () => {
    const price = priceOf(moneyOf('116000.00', 'MXN'), 45, { ...terms, advancePercent: '0' });
    const lines = authorisationLines({ documentId: 'a', price });
    expect(decimalOf(imbalance('MXN', lines))).toBe('-3480.00');
  });

  it('[PRE-04] throws when lines are in another currency', () => {
    const dollars: LedgerLine<FinancedCurrency>[] = authorisationLines({
      documentId: 'a',
      price: priceOf(moneyOf('100.00', 'USD'), 45, terms),
    });
    expect(() => imbalance<FinancedCurrency>('MXN', dollars)).toThrow(TypeError);
    const inDollars = authorisationLines({ documentId: 'a', price: priceOf(moneyOf('1.00', 'USD'), 1, terms) });
    // @ts-expect-error lines in dollars do not balance in pesos
    expect(() => imbalance('MXN', inDollars)).toThrow(TypeError);
  });
});
