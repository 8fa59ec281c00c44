/** The lender's double-entry journal: what each event of a sale books. Every entry balances in one currency. */
import { add, type FinancedCurrency, type Money, money, subtract, sum, zero } from './money.ts';
import type { Price } from './price.ts';
import type { Settlement } from './settlement.ts';

const accounts = [
  'CARTERA',
  'AFORO_POR_DEVOLVER',
  'INTERES_POR_DEVENGAR',
  'POR_DEPOSITAR',
  'BANCOS',
  'CLIENTE',
  'RECARGOS',
  'IVA_TRASLADADO',
] as const;
export type Account = (typeof accounts)[number];

/** Exactly one of debit and credit is above zero. */
export interface LedgerLine<C extends FinancedCurrency = FinancedCurrency> {
  readonly account: Account;
  readonly documentId: string;
  readonly debit: Money<C>;
  readonly credit: Money<C>;
}

type Booked<C extends FinancedCurrency> = { readonly documentId: string; readonly price: Price<C> };

/** The lender buys the invoice: portfolio against aforo owed, unearned interest and deposit payable. */
export function authorisationLines<C extends FinancedCurrency>({ documentId, price }: Booked<C>): LedgerLine<C>[] {
  return withoutZeros([
    debit('CARTERA', documentId, price.total),
    credit('AFORO_POR_DEVOLVER', documentId, price.aforo),
    credit('INTERES_POR_DEVENGAR', documentId, price.interest),
    credit('POR_DEPOSITAR', documentId, price.deposit),
  ]);
}

/** The lender withdraws its authorisation before the deposit: the same lines with debit and credit swapped. */
export const withdrawalLines = <C extends FinancedCurrency>(booked: Booked<C>): LedgerLine<C>[] =>
  authorisationLines(booked).map((line) => ({ ...line, debit: line.credit, credit: line.debit }));

/** The bank confirmed the transfer of the deposit to the client. */
export function disbursementLines<C extends FinancedCurrency>({ documentId, price }: Booked<C>): LedgerLine<C>[] {
  return withoutZeros([debit('POR_DEPOSITAR', documentId, price.deposit), credit('BANCOS', documentId, price.deposit)]);
}

type Settled<C extends FinancedCurrency> = { readonly documentId: string; readonly settlement: Settlement<C> };

/**
 * The invoice was paid: the bank against the portfolio. Any surplus over the total is credited to the client, who is
 * charged the late charges and their IVA.
 */
export function collectionLines<C extends FinancedCurrency>({ documentId, settlement }: Settled<C>): LedgerLine<C>[] {
  const { paid, total, lateCharges, lateChargesIva } = settlement;
  return withoutZeros([
    debit('BANCOS', documentId, paid),
    credit('CARTERA', documentId, total),
    credit('CLIENTE', documentId, subtract<C>(paid, total)),
    debit('CLIENTE', documentId, add<C>(lateCharges, lateChargesIva)),
    credit('RECARGOS', documentId, lateCharges),
    credit('IVA_TRASLADADO', documentId, lateChargesIva),
  ]);
}

/** The aforo is released: what the client owes is deducted, the rest leaves the bank. */
export function releaseLines<C extends FinancedCurrency>({ documentId, settlement }: Settled<C>): LedgerLine<C>[] {
  const { aforo, finalDeposit } = settlement;
  const kept = subtract<C>(aforo, finalDeposit);
  return withoutZeros([
    debit('AFORO_POR_DEVOLVER', documentId, aforo),
    credit('BANCOS', documentId, finalDeposit),
    kept.cents < 0n
      ? debit('CLIENTE', documentId, money(-kept.cents, kept.currency))
      : credit('CLIENTE', documentId, kept),
  ]);
}

/** Debits minus credits; zero for every valid entry. */
export function imbalance<C extends FinancedCurrency>(currency: C, lines: readonly LedgerLine<NoInfer<C>>[]): Money<C> {
  return subtract(
    sum<C>(
      currency,
      lines.map((line) => line.debit),
    ),
    sum<C>(
      currency,
      lines.map((line) => line.credit),
    ),
  );
}

const debit = <C extends FinancedCurrency>(account: Account, documentId: string, amount: Money<C>): LedgerLine<C> => ({
  account,
  documentId,
  debit: amount,
  credit: zero(amount.currency),
});

const credit = <C extends FinancedCurrency>(account: Account, documentId: string, amount: Money<C>): LedgerLine<C> => ({
  account,
  documentId,
  debit: money(0n, amount.currency),
  credit: amount,
});

const withoutZeros = <C extends FinancedCurrency>(lines: readonly LedgerLine<C>[]): LedgerLine<C>[] =>
  lines.filter((line) => line.debit.cents > 0n || line.credit.cents > 0n);
