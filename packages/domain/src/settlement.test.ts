import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dateOf } from './calendar.ts';
import { collectionLines, imbalance, type LedgerLine, releaseLines } from './ledger.ts';
import { decimalOf, type FinancedCurrency, money, moneyOf, sum } from './money.ts';
import { type PriceTerms, priceOf } from './price.ts';
import { amountAsked, type PaidInvoice, settlementOf } from './settlement.ts';

const terms: PriceTerms = { interestRate: '24', advancePercent: '90', daysInYear: 360, ivaRate: '16' };
const total = moneyOf('116000.00', 'MXN');
const dueDate = dateOf('2026-04-24');

/** The golden sale, paid in full on its due date. */
const golden: PaidInvoice<'MXN'> = {
  price: priceOf(total, 45, terms),
  ivaRate: '16',
  moratoryRate: '48',
  daysInYear: 360,
  dueDate,
  valueDate: dueDate,
  paid: total,
};

const shown = (over: Partial<PaidInvoice<'MXN'>> = {}) => {
  const { lateCharges, lateChargesIva, finalDeposit, balanceDue } = settlementOf({ ...golden, ...over });
  return [lateCharges, lateChargesIva, finalDeposit, balanceDue].map(decimalOf);
};

describe('settlement of the golden sale', () => {
  it.each([
    ['on its due date: only the IVA of the interest', '2026-04-24', ['0.00', '0.00', '11043.20', '0.00']],
    ['early: as on its due date, without a rebate', '2026-03-11', ['0.00', '0.00', '11043.20', '0.00']],
    ['one day late', '2026-04-25', ['154.67', '24.75', '10863.78', '0.00']],
    ['ten days late', '2026-05-04', ['1546.67', '247.47', '9249.06', '0.00']],
    ['on the last day that the aforo covers', '2026-06-24', ['9434.67', '1509.55', '98.98', '0.00']],
    ['on the first day that it does not cover', '2026-06-25', ['9589.33', '1534.29', '0.00', '80.42']],
    ['a hundred days late', '2026-08-02', ['15466.67', '2474.67', '0.00', '6898.14']],
  ] as const)('[PRE-04] paid %s', (_, valueDate, expected) => {
    expect(shown({ valueDate: dateOf(valueDate) })).toEqual(expected);
  });

  it('[PRE-04] uses the sale’s own rates and day-count basis', () => {
    const valueDate = dateOf('2026-05-04');
    expect(shown({ valueDate, daysInYear: 365 })[0]).toBe('1525.48');
    expect(shown({ valueDate, moratoryRate: '0' })).toEqual(['0.00', '0.00', '11043.20', '0.00']);
    expect(shown({ valueDate, ivaRate: '8' })[1]).toBe('123.73');
  });

  it('without an aforo leaves the IVA due', () => {
    expect(shown({ price: priceOf(total, 45, { ...terms, advancePercent: '100' }) })).toEqual([
      '0.00',
      '0.00',
      '0.00',
      '556.80',
    ]);
  });

  it('returns late charges paid through a reference, as the aforo covers them', () => {
    const paid = amountAsked({ ...golden, total }, dateOf('2026-05-04'));
    expect(decimalOf(paid)).toBe('117546.67');
    expect(shown({ valueDate: dateOf('2026-05-04'), paid })).toEqual(['1546.67', '247.47', '10795.73', '0.00']);
    // Two days after the reference was created, with further late charges.
    expect(shown({ valueDate: dateOf('2026-05-06'), paid })).toEqual(['1856.00', '296.96', '10436.91', '0.00']);
  });

  it('throws for less than the total', () => {
    expect(() => settlementOf({ ...golden, paid: moneyOf('115999.99', 'MXN') })).toThrow(RangeError);
  });
});

describe('amount of a reference', () => {
  it.each([
    ['2026-03-11', '116000.00'],
    ['2026-04-24', '116000.00'],
    ['2026-04-25', '116154.67'],
    ['2026-05-04', '117546.67'],
  ])('on %s is %s', (day, asked) => {
    expect(decimalOf(amountAsked({ ...golden, total }, dateOf(day)))).toBe(asked);
  });
});

const written = (lines: readonly LedgerLine[]) =>
  lines.map((line) => `${line.account} ${decimalOf(line.debit)} / ${decimalOf(line.credit)}`);

describe('entries of a settlement', () => {
  it('[PRE-02] on time: bank against portfolio, then aforo against bank and IVA', () => {
    const paid = { documentId: 'a', settlement: settlementOf(golden) };
    expect(written(collectionLines(paid))).toEqual(['BANCOS 116000.00 / 0.00', 'CARTERA 0.00 / 116000.00']);
    expect(written(releaseLines(paid))).toEqual([
      'AFORO_POR_DEVOLVER 11600.00 / 0.00',
      'BANCOS 0.00 / 11043.20',
      'CLIENTE 0.00 / 556.80',
    ]);
  });

  it('[PRE-02] ten days late: the client is charged and the aforo pays', () => {
    const paid = { documentId: 'a', settlement: settlementOf({ ...golden, valueDate: dateOf('2026-05-04') }) };
    expect(written(collectionLines(paid))).toEqual([
      'BANCOS 116000.00 / 0.00',
      'CARTERA 0.00 / 116000.00',
      'CLIENTE 1794.14 / 0.00',
      'RECARGOS 0.00 / 1546.67',
      'IVA_TRASLADADO 0.00 / 247.47',
    ]);
    expect(written(releaseLines(paid))).toEqual([
      'AFORO_POR_DEVOLVER 11600.00 / 0.00',
      'BANCOS 0.00 / 9249.06',
      'CLIENTE 0.00 / 2350.94',
    ]);
  });

  it('without an aforo nothing is released', () => {
    const price = priceOf(total, 45, { ...terms, advancePercent: '100' });
    expect(releaseLines({ documentId: 'a', settlement: settlementOf({ ...golden, price }) })).toEqual([]);
  });

  const sold = fc.record({
    cents: fc.bigInt({ min: 100n, max: 10n ** 15n }),
    currency: fc.constantFrom<FinancedCurrency>('MXN', 'USD'),
    days: fc.integer({ min: 1, max: 180 }),
    advance: fc.integer({ min: 0, max: 100 }),
    moratoryRate: fc.integer({ min: 0, max: 120 }).map(String),
    late: fc.integer({ min: -180, max: 900 }),
    askedAfter: fc.integer({ min: -10, max: 900 }),
  });

  it('[PRE-04] for any payment and date every cent is accounted for once and both entries balance', () => {
    fc.assert(
      fc.property(sold, ({ cents, currency, days, advance, moratoryRate, late, askedAfter }) => {
        const price = priceOf(money(cents, currency), days, { ...terms, advancePercent: String(advance) });
        const dates = { dueDate, valueDate: addDays(dueDate, late) };
        const moratory = { moratoryRate, daysInYear: 360 };
        const asked = { ...moratory, total: price.total, dueDate };
        const paid = amountAsked(asked, addDays(dueDate, askedAfter));
        const settlement = settlementOf({ price, ivaRate: '16', ...moratory, ...dates, paid });
        const { lateCharges, lateChargesIva, finalDeposit, balanceDue, aforo } = settlement;
        expect(finalDeposit.cents >= 0n && balanceDue.cents >= 0n).toBe(true);
        expect(finalDeposit.cents === 0n || balanceDue.cents === 0n).toBe(true);
        // Received + withheld + still owed = total + charges + devolución.
        expect(sum<FinancedCurrency>(currency, [paid, aforo, balanceDue]).cents).toBe(
          sum<FinancedCurrency>(currency, [price.total, lateCharges, lateChargesIva, price.iva, finalDeposit]).cents,
        );
        const entries = [collectionLines, releaseLines].map((lines) => lines({ documentId: 'a', settlement }));
        for (const lines of entries) {
          expect(imbalance<FinancedCurrency>(currency, lines)).toEqual(money(0n, currency));
          for (const { debit, credit } of lines) {
            expect(debit.cents >= 0n && credit.cents >= 0n).toBe(true);
            expect(debit.cents > 0n).toBe(credit.cents === 0n);
          }
        }
        const client = entries.flat().filter(({ account }) => account === 'CLIENTE');
        // CLIENTE ends at the balance due minus the IVA of the interest, which is charged by its own CFDI.
        expect(imbalance<FinancedCurrency>(currency, client).cents).toBe(balanceDue.cents - price.iva.cents);
      }),
      { numRuns: 200 },
    );
  });
});
