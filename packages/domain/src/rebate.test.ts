import { describe, expect, it } from 'vitest';
import { dateOf } from './calendar.ts';
import { creditNoteLines, type LedgerLine } from './ledger.ts';
import { decimalOf, moneyOf, zero } from './money.ts';
import { priceOf } from './price.ts';
import { interestEnd, type Position, rebateOf, settle } from './settlement.ts';

const terms = { interestRate: '24', advancePercent: '90', daysInYear: 360, ivaRate: '16' };
const price = priceOf(moneyOf('116000.00', 'MXN'), 45, terms);
const sold = { ivaRate: '16', dueDate: dateOf('2026-04-24') };
const none = zero<'MXN'>('MXN');

/** The golden sale when nothing is owed any more. */
const paid: Position<'MXN'> = {
  owed: none,
  buyBack: none,
  owedChanges: [],
  aforo: price.aforo,
  unearned: none,
  client: none,
  lateCharges: none,
  lateChargesIva: none,
  ivaToCome: price.iva,
};

const written = (lines: readonly LedgerLine[]) =>
  lines.map(({ account, debit, credit }) => `${account} ${decimalOf(debit)} / ${decimalOf(credit)}`);

describe('a rebate', () => {
  it.each([
    ['on its due date', '2026-04-24', '0.00 + 0.00', '11043.20'],
    ['late', '2026-05-04', '0.00 + 0.00', '11043.20'],
    ['a day early', '2026-04-23', '77.33 + 12.37', '11132.90'],
    ['10 days early', '2026-04-14', '773.33 + 123.73', '11940.26'],
    ['on the day of its sale', '2026-03-10', '3480.00 + 556.80', '15080.00'],
  ])('[PRE-02] the rebate of an invoice paid %s', (_case, paidOn, expected, returned) => {
    const rebate = rebateOf(price, dateOf(paidOn), sold);
    expect(`${decimalOf(rebate.interest)} + ${decimalOf(rebate.iva)}`).toBe(expected);
    const { rebateLines, earlyLines, finalDeposit } = settle('a', { ...paid, unearned: rebate.interest }, rebate);
    expect(decimalOf(finalDeposit)).toBe(returned);
    expect(earlyLines).toEqual([]);
    expect(rebateLines.map(({ account }) => account)).toEqual(
      rebate.interest.cents === 0n ? [] : ['INTERES_POR_DEVENGAR', 'CLIENTE'],
    );
  });

  it.each([
    ['paid on its due date, its deposit a day late', { hasRebate: false, daysLost: 1 }, '2026-04-24', '77.33 + 12.37'],
    ['paid late, its deposit a day late', { hasRebate: true, daysLost: 1 }, '2026-05-04', '77.33 + 12.37'],
    [
      'paid early without a rebate, its deposit a day late',
      { hasRebate: false, daysLost: 1 },
      '2026-04-14',
      '77.33 + 12.37',
    ],
    ['paid 10 days early, its deposit a day late', { hasRebate: true, daysLost: 1 }, '2026-04-14', '850.67 + 136.11'],
    ['paid late', { hasRebate: true, daysLost: 0 }, '2026-05-04', '0.00 + 0.00'],
  ])('[DIN-18] the interest given back for an invoice %s', (_case, terms, paidOn, expected) => {
    const end = interestEnd({ ...terms, dueDate: sold.dueDate }, dateOf(paidOn));
    const { interest, iva } = rebateOf(price, end, sold);
    expect(`${decimalOf(interest)} + ${decimalOf(iva)}`).toBe(expected);
  });

  it('[PRE-02] gives back IVA that was invoiced already, up to its credit note', () => {
    const rebate = rebateOf(price, dateOf('2026-04-14'), sold);
    const invoiced = {
      ...paid,
      client: moneyOf('556.80', 'MXN'),
      ivaToCome: none,
      unearned: rebate.interest,
    };
    const { releaseLines, finalDeposit, balanceDue } = settle('a', invoiced, rebate);
    expect([decimalOf(finalDeposit), decimalOf(balanceDue)]).toEqual(['11940.26', '0.00']);
    expect(written(releaseLines)).toEqual([
      'AFORO_POR_DEVOLVER 11600.00 / 0.00',
      'CLIENTE 216.53 / 0.00',
      'IVA_POR_FACTURAR 123.73 / 0.00',
      'POR_DEPOSITAR 0.00 / 11940.26',
    ]);
    const note = (withheld: string) =>
      written(creditNoteLines('a', { iva: rebate.iva, ivaWithheld: moneyOf(withheld, 'MXN') }));
    expect(note('-123.73')).toEqual(['IVA_COBRADO 123.73 / 0.00', 'IVA_POR_FACTURAR 0.00 / 123.73']);
    expect(note('-100.00').slice(1)).toEqual(['IVA_POR_FACTURAR 0.00 / 100.00', 'CLIENTE 0.00 / 23.73']);
    expect(note('50.00').slice(1)).toEqual(['CLIENTE 0.00 / 123.73']);
  });
});
