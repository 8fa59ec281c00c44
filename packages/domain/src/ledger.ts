/** The lender's double-entry journal: what each event of a sale books. Every entry balances in one currency. */
import {
  add,
  atLeastZero,
  type FinancedCurrency,
  isPositive,
  lesserOf,
  type Money,
  money,
  multiply,
  subtract,
  sum,
  zero,
} from './money.ts';
import { openingCharge, type Price } from './price.ts';

export const accounts = [
  'CARTERA',
  'RECOMPRA',
  'AFORO_POR_DEVOLVER',
  'INTERES_POR_DEVENGAR',
  'POR_DEPOSITAR',
  'BANCOS',
  'ENTRE_DIARIOS',
  'CLIENTE',
  'IVA_POR_FACTURAR',
  'IVA_NO_COBRADO',
  'IVA_COBRADO',
  'INGRESO_INTERES',
  'RECARGOS',
  'RECUPERACIONES',
  'ESTIMACION',
  'GASTO_ESTIMACION',
  'RECARGOS_SUSPENDIDOS',
  'RECARGOS_POR_DEVENGAR',
  'DEUDORES',
  'APERTURA',
  'COMISIONES_POR_DEVENGAR',
  'COMISIONES',
] as const;
export type Account = (typeof accounts)[number];

/** Events that entries book. */
export const ledgerEvents = [
  'authorisation',
  'withdrawal',
  'disbursement',
  'accrual',
  'accrual-reversal',
  'interest-invoice',
  'credit-note',
  'interest-cancellation',
  'late-charges-invoice',
  'late-charges-cancellation',
  'invoice-payment',
  'collection',
  'balance-payment',
  'late-charges',
  'shortfall',
  'early-payment',
  'rebate',
  'release',
  'payout',
  'recourse',
  'supplier-credit',
  'paid-to-client',
  'write-off',
  'recovery',
  'opening',
  'forward',
  'payout-owed',
  'estimate',
  'suspension',
  'commission',
] as const;
export type LedgerEvent = (typeof ledgerEvents)[number];

/** Exactly one of debit and credit is above zero. */
export interface LedgerLine<C extends FinancedCurrency = FinancedCurrency> {
  readonly account: Account;
  readonly documentId: string;
  readonly debit: Money<C>;
  readonly credit: Money<C>;
}

/** An amount on one side of an account. */
export type Side<C extends FinancedCurrency> = readonly ['debit' | 'credit', Account, Money<C>];

/** The lines of an invoice, without zeros; a negative amount is left out, so that its entry does not balance. */
export const linesOf = <C extends FinancedCurrency>(documentId: string, sides: readonly Side<C>[]): LedgerLine<C>[] =>
  sides.flatMap(([side, account, amount]) => {
    if (!isPositive(amount)) return [];
    const none = zero(amount.currency);
    const isDebit = side === 'debit';
    return [{ account, documentId, debit: isDebit ? amount : none, credit: isDebit ? none : amount }];
  });

/** The same lines with debit and credit swapped. */
export const reversed = <C extends FinancedCurrency>(lines: readonly LedgerLine<C>[]): LedgerLine<C>[] =>
  lines.map((line) => ({ ...line, debit: line.credit, credit: line.debit }));

type Booked<C extends FinancedCurrency> = { readonly documentId: string; readonly price: Price<C> };

/** The lender buys the invoice: portfolio against aforo owed, unearned interest and deposit payable. */
export const authorisationLines = <C extends FinancedCurrency>({ documentId, price }: Booked<C>): LedgerLine<C>[] =>
  linesOf<C>(documentId, [
    ['debit', 'CARTERA', price.total],
    ['credit', 'AFORO_POR_DEVOLVER', price.aforo],
    ['credit', 'INTERES_POR_DEVENGAR', price.interest],
    ['credit', 'POR_DEPOSITAR', add(price.deposit, openingCharge(price))],
  ]);

/** The deposit keeps back the opening commission, which its days earn, and its IVA. Empty without one. */
export const commissionLines = <C extends FinancedCurrency>({ documentId, price }: Booked<C>): LedgerLine<C>[] =>
  price.opening
    ? linesOf<C>(documentId, [
        ['debit', 'POR_DEPOSITAR', openingCharge(price)],
        ['credit', 'COMISIONES_POR_DEVENGAR', price.opening.commission],
        ['credit', 'IVA_COBRADO', price.opening.iva],
      ])
    : [];

/** The lender withdraws its authorisation before the deposit. */
export const withdrawalLines = <C extends FinancedCurrency>(booked: Booked<C>): LedgerLine<C>[] =>
  reversed(authorisationLines(booked));

/** The bank confirmed a transfer to the client: of the deposit, or of a devolución. */
export const payoutLines = <C extends FinancedCurrency>(documentId: string, amount: Money<C>): LedgerLine<C>[] =>
  linesOf<C>(documentId, [
    ['debit', 'POR_DEPOSITAR', amount],
    ['credit', 'BANCOS', amount],
  ]);

/** A devolución was paid for a settlement that was reversed: the client owes it. */
export const payoutOwedLines = <C extends FinancedCurrency>(documentId: string, amount: Money<C>): LedgerLine<C>[] =>
  linesOf<C>(documentId, [
    ['debit', 'CLIENTE', amount],
    ['credit', 'POR_DEPOSITAR', amount],
  ]);

/** Money that came after a buy-back, from the lender's own journal, is to be transferred to the client. */
export const forwardLines = <C extends FinancedCurrency>(documentId: string, amount: Money<C>): LedgerLine<C>[] =>
  linesOf<C>(documentId, [
    ['debit', 'ENTRE_DIARIOS', amount],
    ['credit', 'POR_DEPOSITAR', amount],
  ]);

/**
 * Interest was invoiced. The interest itself was kept back from the deposit; its IVA is charged to the client, except what the
 * release of the aforo has already kept back (`ivaWithheld`). IVA is due at once, or for a sale that is taxed when it is paid
 * (`isTaxedAsPaid`) as far as what was kept back pays the document.
 */
export function interestInvoiceLines<C extends FinancedCurrency>(
  documentId: string,
  invoiced: { readonly interest: Money<C>; readonly iva: Money<C>; readonly ivaWithheld: Money<C> },
  isTaxedAsPaid = false,
): LedgerLine<C>[] {
  const { interest, iva, ivaWithheld } = invoiced;
  const kept = lesserOf(atLeastZero(ivaWithheld), iva);
  const uncollected = isTaxedAsPaid
    ? uncollectedIva({ subTotal: interest, iva }, subtract(iva, kept))
    : zero<C>(iva.currency);
  return linesOf<C>(documentId, [
    ['debit', 'IVA_POR_FACTURAR', kept],
    ['debit', 'CLIENTE', money(interest.cents + iva.cents - kept.cents, iva.currency)],
    ['credit', 'CLIENTE', interest],
    ['credit', 'IVA_NO_COBRADO', uncollected],
    ['credit', 'IVA_COBRADO', subtract(iva, uncollected)],
  ]);
}

/**
 * A credit note for interest of a rebate was issued. The interest itself was credited with the rebate; its IVA is too, as far
 * as the release of the aforo has not already given it back (`ivaWithheld` below zero).
 */
export function creditNoteLines<C extends FinancedCurrency>(
  documentId: string,
  { iva, ivaWithheld }: { readonly iva: Money<C>; readonly ivaWithheld: Money<C> },
): LedgerLine<C>[] {
  const given = lesserOf(atLeastZero(money(-ivaWithheld.cents, iva.currency)), iva);
  return linesOf<C>(documentId, [
    ['debit', 'IVA_COBRADO', iva],
    ['credit', 'IVA_POR_FACTURAR', given],
    ['credit', 'CLIENTE', subtract(iva, given)],
  ]);
}

/** IVA of the unpaid part of an invoice; the part includes its IVA. */
export const uncollectedIva = <C extends FinancedCurrency>(
  { subTotal, iva }: { readonly subTotal: Money<C>; readonly iva: Money<C> },
  unpaid: Money<C>,
): Money<C> => multiply(unpaid, { numerator: iva.cents, denominator: subTotal.cents + iva.cents });

/** IVA of a document that is not collected, because the client still owes it. */
export const uncollectedLines = <C extends FinancedCurrency>(documentId: string, iva: Money<C>): LedgerLine<C>[] =>
  linesOf<C>(documentId, [
    ['debit', 'IVA_COBRADO', iva],
    ['credit', 'IVA_NO_COBRADO', iva],
  ]);

/** The client has paid of a document: its IVA is collected. */
export const collectedLines = <C extends FinancedCurrency>(documentId: string, iva: Money<C>): LedgerLine<C>[] =>
  reversed(uncollectedLines(documentId, iva));

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
