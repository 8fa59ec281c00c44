import { describe, expect, it } from 'vitest';
import { dateOf } from './calendar.ts';
import { imbalance } from './ledger.ts';
import { type LoadedInvoice, loadFaultsOf, openingLines, ratesOf, remainderOf } from './loaded-invoice.ts';
import { decimalOf, moneyOf, zero } from './money.ts';

const mxn = (text: string) => moneyOf(text, 'MXN');
const cutOn = dateOf('2026-03-31');
/** The golden sale, of which 21 of 45 days are earned. */
const golden: LoadedInvoice<'MXN'> = {
  total: mxn('116000.00'),
  emittedOn: dateOf('2026-03-09'),
  dueDate: dateOf('2026-04-24'),
  soldOn: dateOf('2026-03-10'),
  depositedOn: dateOf('2026-03-10'),
  advance: mxn('104400.00'),
  aforo: mxn('11600.00'),
  discount: mxn('3480.00'),
  earned: mxn('1624.00'),
  deposited: mxn('100920.00'),
  collected: zero('MXN'),
  clientOwes: mxn('259.84'),
};

describe('an invoice in credit that is loaded', () => {
  it.each([
    ['as it is', {}, []],
    ['whose parts are not the total', { advance: mxn('104400.01') }, ['ADVANCE_AND_AFORO', 'DEPOSIT_AND_DISCOUNT']],
    ['of which another amount was deposited', { deposited: mxn('100920.01') }, ['DEPOSIT_AND_DISCOUNT']],
    ['sold before it was issued', { emittedOn: dateOf('2026-03-11') }, ['DATES_OUT_OF_ORDER']],
    ['deposited after the cut', { depositedOn: dateOf('2026-04-01') }, ['DATES_OUT_OF_ORDER']],
    ['with more earned than agreed', { earned: mxn('3480.01') }, ['EARNED_OVER_DISCOUNT']],
    ['overdue, not all of it earned', { dueDate: dateOf('2026-03-31') }, ['OVERDUE_NOT_EARNED']],
    ['overdue, all of it earned', { dueDate: dateOf('2026-03-31'), earned: mxn('3480.00') }, []],
    ['paid but for its aforo', { collected: mxn('104400.00') }, ['NOTHING_FINANCED']],
  ] as const)('[DIN-88] %s: the faults of its row', (_case, over, faults) => {
    expect(loadFaultsOf({ ...golden, ...over }, cutOn)).toEqual(faults);
  });

  it.each([
    ['the golden sale', {}, { total: '116000.00', days: 24, interest: '1856.00', iva: '296.96', deposit: '102544.00' }],
    [
      'partly paid',
      { collected: mxn('60000.00') },
      { total: '56000.00', days: 24, interest: '1856.00', iva: '296.96', deposit: '42544.00' },
    ],
    [
      'overdue',
      { dueDate: dateOf('2026-03-25'), earned: mxn('3480.00') },
      { total: '116000.00', days: 1, interest: '0.00', iva: '0.00', deposit: '104400.00' },
    ],
  ] as const)('[DIN-88] %s: what is left of it', (_case, over, left) => {
    const { days, ...price } = remainderOf({ ...golden, ...over }, { cutOn, ivaRate: '16' });
    const { total, interest, iva, deposit } = price;
    expect({
      days,
      total: decimalOf(total),
      interest: decimalOf(interest),
      iva: decimalOf(iva),
      deposit: decimalOf(deposit),
    }).toEqual(left);
    const lines = openingLines('a', { days, ...price }, golden.clientOwes);
    expect(imbalance('MXN', lines).cents).toBe(0n);
    expect(lines.every(({ debit, credit }) => debit.cents >= 0n && credit.cents >= 0n)).toBe(true);
  });

  it.each([
    [{}, { interestRate: '24', advancePercent: '90' }],
    [
      { discount: mxn('3333.33'), advance: mxn('100000.00') },
      { interestRate: '22.98848276', advancePercent: '86.20689655' },
    ],
    [{ discount: zero('MXN') }, { interestRate: '0', advancePercent: '90' }],
  ] as const)('[DIN-88] its rates are those of the whole sale', (over, rates) => {
    expect(ratesOf({ ...golden, ...over }, 360)).toEqual(rates);
  });
});
