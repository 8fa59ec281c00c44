/** The lender's books, in exported files. */
import type { BalanceRow, BookLine } from '@anticipa/contract/books';
import { type BookAccount, balanceByNature, bankNumber, chart } from '@anticipa/domain/chart';
import { type FinancedCurrency, isPositive, moneyOf } from '@anticipa/domain/money';
import { accountNames, bookEventNames, unknownBank } from '../ledger-texts.ts';
import { dateColumn, integerColumn, moneyColumns, type TableColumn, textColumn } from './table.ts';

/** "106-01", or "102-01-0023" of a bank account. */
export const accountNumber = ({ account, bank }: Pick<BalanceRow, 'account' | 'bank'>): string =>
  bank === null ? chart[account].number : bankNumber(bank.number === '' ? null : bank.number);

/** The name of an account, or that of a bank account. */
export const accountName = ({ account, bank }: Pick<BalanceRow, 'account' | 'bank'>): string =>
  bank === null ? accountNames[account] : bank.name;

/** A balance on the side on which its account stands. */
export const byNature = (account: BookAccount, amount: string, currency: FinancedCurrency) =>
  balanceByNature(account, moneyOf(amount, currency));

/** Null on the other side. */
export const sideOf = (amount: string, currency: FinancedCurrency) => {
  const side = moneyOf(amount, currency);
  return isPositive(side) ? side : null;
};

/** Sub-accounts are part of BANCOS. */
const whole = { counts: ({ bank }: BalanceRow) => bank === null };
const moved = moneyColumns<BalanceRow>(whole);
const balance = moneyColumns<BalanceRow>(null);

export const balanceTable: readonly TableColumn<BalanceRow>[] = [
  textColumn('number', 'Cuenta', accountNumber),
  textColumn('name', 'Nombre', accountName),
  textColumn('group', 'Código agrupador', ({ account }) => chart[account].group),
  textColumn('nature', 'Naturaleza', ({ account }) => natureNames[chart[account].nature]),
  balance('opening', 'Saldo inicial', ({ account, opening, currency }) => byNature(account, opening, currency)),
  moved('debit', 'Debe', ({ debit, currency }) => moneyOf(debit, currency)),
  moved('credit', 'Haber', ({ credit, currency }) => moneyOf(credit, currency)),
  balance('closing', 'Saldo final', ({ account, closing, currency }) => byNature(account, closing, currency)),
  textColumn('currency', 'Moneda', ({ currency }) => currency),
];

export const natureNames = { deudora: 'Deudora', acreedora: 'Acreedora' } as const;

/** "Lender's own" journal, or the client whose journal it is. */
export const journalName = ({ entityName }: Pick<BookLine, 'entityName'>): string => entityName ?? 'Diario propio';

const side = moneyColumns<BookLine>({ counts: () => true });
const running = moneyColumns<BookLine>(null);

export const bookLineTable: readonly TableColumn<BookLine>[] = [
  dateColumn('booked', 'Fecha', ({ bookedOn }) => bookedOn),
  dateColumn('value', 'Fecha valor', ({ valueDate }) => valueDate),
  textColumn('journal', 'Diario', journalName),
  integerColumn('entry', 'Asiento', ({ entryNumber }) => entryNumber),
  textColumn('event', 'Concepto', ({ event }) => bookEventNames[event]),
  integerColumn('reverses', 'Revierte', ({ reverses }) => reverses),
  textColumn('number', 'Cuenta', ({ account }) => chart[account].number),
  textColumn('account', 'Nombre', ({ account }) => accountNames[account]),
  textColumn('bank', 'Cuenta de banco', ({ account, bank }) => (account === 'BANCOS' ? (bank ?? unknownBank) : null)),
  textColumn('folio', 'Factura', ({ folio }) => folio),
  integerColumn('sale', 'Venta', ({ numberOfSale }) => numberOfSale),
  textColumn('cfdi', 'CFDI', ({ cfdi }) => cfdi),
  textColumn('uuid', 'UUID', ({ uuid }) => uuid),
  textColumn('key', 'Clave de rastreo', ({ trackingKey }) => trackingKey),
  side('debit', 'Debe', ({ debit, currency }) => sideOf(debit, currency)),
  side('credit', 'Haber', ({ credit, currency }) => sideOf(credit, currency)),
  running('balance', 'Saldo', ({ account, balance: of, currency }) =>
    of === null ? null : byNature(account, of, currency),
  ),
  textColumn('currency', 'Moneda', ({ currency }) => currency),
];
