/** The close of a month of the lender's books, and of a year. */
import { type BookAccount, chart } from './chart.ts';
import { type FinancedCurrency, isPositive, type Money, money } from './money.ts';
import type { Month } from './month.ts';

/**
 * Checks before a close: the books balance; interest is booked to the last day, and the estimate; no proposal of an entry waits; money is
 * identified; each bank account is reconciled; the CFDI are issued; the statements are out.
 */
export const closeChecks = [
  'balanced',
  'accrued',
  'estimated',
  'proposals',
  'altered',
  'unidentified',
  'bank',
  'cfdi',
  'statements',
] as const;
export type CloseCheck = (typeof closeChecks)[number];

/** Checks that a reason can stand for. The others can always be put right in the portal: a close without them would be a false one. */
const explainable: ReadonlySet<CloseCheck> = new Set(['unidentified', 'bank', 'cfdi', 'statements']);
export const canBeExplained = (check: CloseCheck): boolean => explainable.has(check);

interface Checked {
  readonly id: string;
  readonly check: CloseCheck;
  readonly isDone: boolean;
}

/** Checks that keep a month open: they are not so, and no reason can stand for them, or none was given. */
export const openChecks = <C extends Checked>(checks: readonly C[], explained: ReadonlySet<string>): C[] =>
  checks.filter(({ id, check, isDone }) => !isDone && !(canBeExplained(check) && explained.has(id)));

export const endsYear = (month: Month): boolean => month.endsWith('-12');

/** Whether an account begins each year at zero: those of income and of expenses. */
export const isOfResult = (account: BookAccount): boolean => /^[4-7]/.test(chart[account].number);

/** The first open day of books of which no month is closed. */
export const ALWAYS_OPEN = '1900-01-01';

/** Accounts that a person may book in the lender's own journal: none whose balance a record of its own explains. */
export const manualAccounts = [
  'GASTOS_GENERALES',
  'GASTOS_BANCARIOS',
  'QUEBRANTOS',
  'OTROS_INGRESOS',
  'IVA_ACREDITABLE',
  'ACREEDORES',
  'RESULTADO',
] as const satisfies readonly BookAccount[];
export type ManualAccount = (typeof manualAccounts)[number];

interface Balance<C extends FinancedCurrency> {
  readonly account: BookAccount;
  /** Debits less credits. */
  readonly balance: Money<C>;
}

/** An amount from one account to another. */
export interface Transfer<C extends FinancedCurrency> {
  readonly debit: BookAccount;
  readonly credit: BookAccount;
  readonly amount: Money<C>;
}

/** The entries that end a year in one currency: after them income and expenses are zero, and RESULTADO has their difference. */
export const yearEnd = <C extends FinancedCurrency>(balances: readonly Balance<C>[]): Transfer<C>[] =>
  balances.flatMap(({ account, balance }): Transfer<C>[] => {
    if (!isOfResult(account) || balance.cents === 0n) return [];
    return isPositive(balance)
      ? [{ debit: 'RESULTADO', credit: account, amount: balance }]
      : [{ debit: account, credit: 'RESULTADO', amount: money(-balance.cents, balance.currency) }];
  });
