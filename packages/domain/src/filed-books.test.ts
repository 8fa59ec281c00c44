import { describe, expect, it } from 'vitest';
import type { OwnAccount } from './chart.ts';
import { accountProblems, bankAccountIn, filedBalances, filedChart } from './filed-books.ts';
import { decimalOf, moneyOf, zero } from './money.ts';

const numbers = new Map<OwnAccount, string>([
  ['BANCOS', '102-01'],
  ['BANCOS:646180115700000023', '102-01-0023'],
  ['BANCOS:none', '102-01-0000'],
  ['CARTERA', '106-01'],
  ['RECOMPRA', '106-02'],
  ['IVA_COBRADO', '208.01'],
]);
const names = { account: (account: OwnAccount) => account, group: (code: string) => `Grupo ${code}` };
const chartOf = (given: ReadonlyMap<OwnAccount, string>) =>
  filedChart(given, names).map(({ number, name, nature, level, parent, groupingCode }) =>
    [number, name, nature, level, parent, groupingCode].join(' '),
  );

describe('[LIB-47] the lender’s chart', () => {
  it('has each numbered account once, below those that its number names', () => {
    expect(chartOf(numbers)).toEqual([
      '102 Grupo 102 debit 1  102',
      '102-01 BANCOS debit 2 102 102.01',
      '102-01-0000 BANCOS:none debit 3 102-01 102.01',
      '102-01-0023 BANCOS:646180115700000023 debit 3 102-01 102.01',
      '106 Grupo 106 debit 1  106',
      '106-01 CARTERA debit 2 106 106.01',
      '106-02 RECOMPRA debit 2 106 106.01',
      '208 Grupo 208 credit 1  208',
      '208.01 IVA_COBRADO credit 2 208 208.01',
    ]);
  });

  it('an account above several groups has the authority’s heading, and none above unlike ones', () => {
    const own = (...given: readonly (readonly [OwnAccount, string])[]) => chartOf(new Map(given));
    expect(own(['BANCOS', '1-01'], ['CARTERA', '1-02'])[0]).toBe('1 Grupo 100 debit 1  100');
    expect(own(['BANCOS', '1-01'], ['IVA_COBRADO', '1-02'])[0]).toBe('1 Grupo  debit 1  ');
  });

  it('an account above others has their sums, by its nature', () => {
    const pesos = (text: string) => moneyOf(text, 'MXN');
    const sums = new Map([
      ['102-01-0023', { opening: pesos('-5.00'), debits: pesos('12.00'), credits: pesos('1.00') }],
      ['102-01-0000', { opening: pesos('7.00'), debits: zero('MXN'), credits: pesos('0.50') }],
      ['208.01', { opening: pesos('-2.00'), debits: zero('MXN'), credits: pesos('10.50') }],
    ]);
    const balances = filedBalances(filedChart(numbers, names), sums);
    expect(
      balances
        .filter(({ account }) => /^(102|208)/.test(account))
        .map(({ account, opening, debits, credits, closing }) =>
          [account, ...[opening, debits, credits, closing].map(decimalOf)].join(' '),
        ),
    ).toEqual([
      '102 2.00 12.00 1.50 12.50',
      '102-01 2.00 12.00 1.50 12.50',
      '102-01-0000 7.00 0.00 0.50 6.50',
      '102-01-0023 -5.00 12.00 1.00 6.00',
      '208 2.00 0.00 10.50 12.50',
      '208.01 2.00 0.00 10.50 12.50',
    ]);
  });

  it('what moved needs a number, and none with accounts below it', () => {
    expect(accountProblems(['CARTERA', 'BANCOS', 'CLIENTE', 'CLIENTE'], numbers)).toEqual([
      { code: 'ACCOUNT_WITH_PARTS', at: 'BANCOS' },
      { code: 'ACCOUNT_UNMAPPED', at: 'CLIENTE' },
    ]);
  });

  it('bank accounts share the number of the banks until one of them has its own', () => {
    expect(bankAccountIn(new Map([['BANCOS', '102-01']]), '646180115700000023')).toBe('BANCOS');
    expect(bankAccountIn(numbers, null)).toBe('BANCOS:none');
    expect(bankAccountIn(numbers, '999')).toBe('BANCOS:999');
  });
});
