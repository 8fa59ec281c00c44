import { describe, expect, it } from 'vitest';
import { balanceByNature, bankNumber, bookAccounts, chart, levelOf } from './chart.ts';
import { money } from './money.ts';

describe('[LIB-20] the chart of accounts', () => {
  it('each account has a number of its own, below the group that the SAT gives it', () => {
    expect(Object.keys(chart).toSorted()).toEqual([...bookAccounts].toSorted());
    const rows = Object.values(chart);
    expect(new Set(rows.map(({ number }) => number)).size).toBe(bookAccounts.length);
    for (const { number, group } of rows) {
      expect(number).toMatch(/^\d{3}-\d{2}$/);
      expect(levelOf(number)).toBe(2);
      if (group !== null) expect(group.slice(0, 3)).toBe(number.slice(0, 3));
    }
  });

  it('only the account between the journals has no group of the SAT', () => {
    expect(bookAccounts.filter((account) => chart[account].group === null)).toEqual(['ENTRE_DIARIOS']);
  });

  it('a bank account has a number below that of the banks', () => {
    expect(bankNumber('646180115700000023')).toBe('102-01-0023');
    expect(bankNumber(null)).toBe('102-01-0000');
    expect(levelOf(bankNumber(null))).toBe(3);
  });

  it('a creditor account stands above zero when credits exceed debits', () => {
    expect(balanceByNature('CARTERA', money(5n, 'MXN'))).toEqual(money(5n, 'MXN'));
    expect(balanceByNature('POR_DEPOSITAR', money(-5n, 'MXN'))).toEqual(money(5n, 'MXN'));
  });
});
