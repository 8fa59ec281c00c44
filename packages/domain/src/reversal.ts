/** Reversals of what was booked, and what depends on it. */
import { type FinancedCurrency, type Money, money } from './money.ts';

/** Records that can be reversed. */
export const reversibleKinds = ['collection', 'shortfall', 'payout'] as const;
export type ReversibleKind = (typeof reversibleKinds)[number];

/** Fates of the money of a reversed receipt: it never came or left again, or it waits to be identified. */
export const moneyFates = ['gone', 'waits'] as const;
export type MoneyFate = (typeof moneyFates)[number];

/** Effects of a reversal: on an invoice, on a CFDI, or as a whole. */
export const consequenceKinds = [
  'booked-on',
  'money-gone',
  'money-waits',
  'money-moved',
  'owed-again',
  'balance-owed',
  'lost-again',
  'aforo-back',
  'interest-unearned',
  'rebate-undone',
  'late-charges-undone',
  'devolucion-undone',
  'devolucion-owed',
  'devolucion-due',
  'complement-cancelled',
  'invoice-cancelled',
  'cut-again',
] as const;
export type ConsequenceKind = (typeof consequenceKinds)[number];

/** An amount of an invoice that a reversal changes. */
export interface Change<C extends FinancedCurrency = FinancedCurrency> {
  readonly kind: ConsequenceKind;
  readonly documentId: string;
  readonly amount: Money<C>;
}

/** A booked line that a reversal exchanges. */
export interface BookedPart<C extends FinancedCurrency = FinancedCurrency> {
  readonly event: string;
  readonly account: string;
  readonly documentId: string;
  readonly debit: Money<C>;
  readonly credit: Money<C>;
}

/** Consequences by event and account. Their amount is the credit of the account, or with -1 its debit. */
const effects = [
  ['collection', 'CARTERA', 1, 'owed-again'],
  ['shortfall', 'CARTERA', 1, 'owed-again'],
  ['balance-payment', 'CLIENTE', 1, 'balance-owed'],
  ['recovery', 'RECUPERACIONES', 1, 'lost-again'],
  ['shortfall', 'AFORO_POR_DEVOLVER', -1, 'aforo-back'],
  ['early-payment', 'INGRESO_INTERES', 1, 'interest-unearned'],
  ['rebate', 'CLIENTE', 1, 'rebate-undone'],
  ['late-charges', 'CLIENTE', -1, 'late-charges-undone'],
  ['release', 'POR_DEPOSITAR', 1, 'devolucion-undone'],
  ['payout', 'BANCOS', 1, 'devolucion-due'],
] as const;

/**
 * The amounts that the reversal of booked lines changes, by invoice. A devolución that was paid (`paidOut`) is not undone: its
 * client owes it.
 */
export function changesOf<C extends FinancedCurrency>(
  currency: C,
  lines: readonly BookedPart<NoInfer<C>>[],
  paidOut: ReadonlySet<string>,
): Change<C>[] {
  return [...Map.groupBy(lines, ({ documentId }) => documentId)].flatMap(([documentId, own]) =>
    effects.flatMap(([event, account, sign, effect]) => {
      const parts = own.filter((line) => line.event === event && line.account === account);
      const cents = parts.reduce((total, { debit, credit }) => total + credit.cents - debit.cents, 0n) * BigInt(sign);
      const amount = money(cents, currency);
      if (cents === 0n) return [];
      const kind = effect === 'devolucion-undone' && paidOut.has(documentId) ? 'devolucion-owed' : effect;
      return [{ kind, documentId, amount }];
    }),
  );
}
