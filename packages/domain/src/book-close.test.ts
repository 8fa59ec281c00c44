import { describe, expect, it } from 'vitest';
import {
  canBeExplained,
  closeChecks,
  endsYear,
  isOfResult,
  manualAccounts,
  openChecks,
  yearEnd,
} from './book-close.ts';
import { bookAccounts } from './chart.ts';
import { money } from './money.ts';
import type { Month } from './month.ts';

describe('[LIB-60] the checklist of a close', () => {
  const check = (id: (typeof closeChecks)[number], isDone: boolean) => ({ id, check: id, isDone });

  it.each([
    ['all is so', [check('accrued', true), check('bank', true)], [], []],
    ['money is not identified, and nobody says why', [check('unidentified', false)], [], ['unidentified']],
    ['money is not identified for a reason', [check('unidentified', false)], ['unidentified'], []],
    ['interest is not booked, whatever the reason', [check('accrued', false)], ['accrued'], ['accrued']],
    ['the estimate is not booked, whatever the reason', [check('estimated', false)], ['estimated'], ['estimated']],
    ['the books do not balance, whatever the reason', [check('balanced', false)], ['balanced'], ['balanced']],
  ])('%s', (_, checks, explained, open) => {
    expect(openChecks(checks, new Set(explained)).map(({ id }) => id)).toEqual(open);
  });

  it('a reason stands for what others outside can keep from being so', () => {
    expect(closeChecks.filter(canBeExplained)).toEqual(['unidentified', 'bank', 'cfdi', 'statements']);
  });
});

describe('[LIB-68] the end of a year', () => {
  it('December ends it', () => {
    expect([endsYear('2026-12' as Month), endsYear('2026-11' as Month)]).toEqual([true, false]);
  });

  it('income and expenses are the accounts of the groups 4 to 7', () => {
    expect(bookAccounts.filter(isOfResult).toSorted()).toEqual([
      'COMISIONES',
      'GASTOS_BANCARIOS',
      'GASTOS_GENERALES',
      'GASTO_ESTIMACION',
      'INGRESO_INTERES',
      'OTROS_INGRESOS',
      'QUEBRANTOS',
      'RECARGOS',
      'RECARGOS_SUSPENDIDOS',
      'RECUPERACIONES',
    ]);
  });

  it('takes income and expenses to the result, each from its side, and leaves all other accounts', () => {
    const balances = [
      { account: 'INGRESO_INTERES', balance: money(-3480_00n, 'MXN') },
      { account: 'GASTOS_BANCARIOS', balance: money(5_00n, 'MXN') },
      { account: 'RECARGOS', balance: money(0n, 'MXN') },
      // More was given back than was earned.
      { account: 'RECUPERACIONES', balance: money(7_00n, 'MXN') },
      { account: 'CARTERA', balance: money(100_00n, 'MXN') },
    ] as const;
    expect(yearEnd(balances)).toEqual([
      { debit: 'INGRESO_INTERES', credit: 'RESULTADO', amount: money(3480_00n, 'MXN') },
      { debit: 'RESULTADO', credit: 'GASTOS_BANCARIOS', amount: money(5_00n, 'MXN') },
      { debit: 'RESULTADO', credit: 'RECUPERACIONES', amount: money(7_00n, 'MXN') },
    ]);
  });
});

it('[LIB-65] a person books no account of income from clients, of their debts or of the bank', () => {
  const owned = [
    'BANCOS',
    'CARTERA',
    'CLIENTE',
    'COBROS_POR_IDENTIFICAR',
    'DEUDORES',
    'ENTRE_DIARIOS',
    'INGRESO_INTERES',
  ];
  expect(manualAccounts.filter((account) => owned.includes(account))).toEqual([]);
});
