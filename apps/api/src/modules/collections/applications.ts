/** Applies a receipt: each client gets a payment, and the rest is left of the receipt. */
import type { Collection, Deduction, UnidentifiedPayment } from '@anticipa/contract/collections';
import type { IsoDate } from '@anticipa/domain/calendar';
import { done, type Outcome } from '@anticipa/domain/errors';
import { add, decimalOf, type FinancedCurrency, isPositive, type Money, subtract, sum } from '@anticipa/domain/money';
import { byPaidDay, type Claim, divide } from '@anticipa/domain/receipt';
import type { Debt } from '@anticipa/domain/typed-payment';
import type { WideWork } from '../../platform/work/work.ts';
import { bookBalance } from './balance.ts';
import { bookCreditNote, deductedOf, insertDeduction, isDoubtfulNote } from './deductions.ts';
import { owedToday } from './doubts.ts';
import type { Match, Pays } from './match.ts';
import { bookPayment, type Payment, paymentProblem } from './payment.ts';
import { type BalanceDue, type PayableInvoice, payableInvoices } from './queries.ts';

/** Debts of one client that money pays on one day. */
export type Unit = Pick<Match, 'work'> &
  Pick<Match['target'], 'reference'> & {
    readonly on: IsoDate;
    /** Ids of the invoices that were named; of those of a reference, the ones that it still covers. */
    readonly documentIds: readonly string[];
    readonly payable: readonly PayableInvoice[] | null;
    readonly balance: BalanceDue | null;
    /** Kept back from its only invoice. */
    readonly deduction: Deduction | null;
  };

/**
 * The units of locked matches; money that came before a deposit pays on its day, and an invoice from which something was kept back is
 * paid apart.
 */
export const unitsOf = (matches: readonly Match[], valueDate: IsoDate, deductions: readonly Deduction[] = []): Unit[] =>
  matches.flatMap(({ work, target: { reference }, matched }): Unit[] => {
    if ('balance' in matched) {
      const { balance } = matched;
      const [{ on } = { on: valueDate }] = byPaidDay(valueDate, [balance]);
      return [{ work, reference, on, documentIds: [balance.documentId], payable: null, balance, deduction: null }];
    }
    const deductionOf = ({ documentId }: PayableInvoice): Deduction | null =>
      deductions.find((one) => one.documentId === documentId) ?? null;
    return byPaidDay(valueDate, matched.payable).flatMap(({ on, invoices }) => {
      const unit = (payable: readonly PayableInvoice[], deduction: Deduction | null): Unit => {
        const documentIds = payable.map(({ documentId }) => documentId);
        return { work, reference, on, documentIds, payable, balance: null, deduction };
      };
      const whole = invoices.filter((invoice) => deductionOf(invoice) === null);
      const reduced = invoices.filter((invoice) => deductionOf(invoice) !== null);
      return [...(whole.length > 0 ? [unit(whole, null)] : []), ...reduced.map((one) => unit([one], deductionOf(one)))];
    });
  });

/** Invoices in credit among the matches. */
export const payableIn = (matches: readonly Match[]): PayableInvoice[] =>
  matches.flatMap(({ matched }) => ('payable' in matched ? matched.payable : []));

const claimsOf = ({ payable, balance, on, deduction }: Unit): readonly Claim<FinancedCurrency>[] =>
  payable?.map((invoice) => ({ ...invoice, owed: subtract(invoice.owed, deductedOf(invoice, deduction)) })) ??
  (balance ? [{ ...balance, dueDate: on, moratoryRate: '0', daysInYear: 360 }] : []);

/** Why money cannot pay these units. */
export const unitsProblem = (wide: WideWork, money: Pick<Payment, 'currency' | 'valueDate'>, units: readonly Unit[]) =>
  paymentProblem(wide, money, units.flatMap(claimsOf));

/** Debt of units with late charges today, in their currency. */
export const debtOf = (units: readonly Unit[]): Omit<Debt<FinancedCurrency>, 'isSurplusTheirs'> => {
  const owed = units.map(({ work, payable, balance, reference, deduction }) => {
    if (balance) return balance.owed;
    const [first] = payable ?? [];
    const asked = owedToday(work, payable ?? [], reference);
    return first ? subtract(asked, deductedOf(first, deduction)) : asked;
  });
  const days = units.flatMap(({ payable, balance }) =>
    (payable ?? (balance ? [balance] : [])).map((one) => one.depositedOn),
  );
  return {
    owed: sum(owed[0]?.currency ?? 'MXN', owed),
    depositedOn: days.toSorted().at(-1) ?? null,
    isDeducted: units.some(({ payable, deduction }) => (payable ?? []).some((one) => isDoubtfulNote(one, deduction))),
  };
};

/** A receipt with the place of its next part. */
export type Receipt = Pick<
  UnidentifiedPayment,
  'paymentId' | 'trackingKey' | 'currency' | 'valueDate' | 'source' | 'bank'
> & { readonly nextPart: number };

interface Applied {
  readonly collections: readonly Collection[];
  /** Amounts that they took of the receipt, by value date. */
  readonly moved: readonly { readonly amount: Money<FinancedCurrency>; readonly on: IsoDate }[];
}

/**
 * Books an amount of a receipt for units, each as a payment of its client. More than they owe is left of the receipt, or is the last
 * one's client's if `isSurplusTheirs`.
 */
export async function bookUnits(
  receipt: Receipt,
  units: readonly Unit[],
  paying: {
    readonly amount: Money<FinancedCurrency>;
    readonly payer: Payment['payer'];
    readonly pays: Pays;
    readonly isSurplusTheirs: boolean;
  },
): Promise<Outcome<Applied>> {
  const { amount, payer, pays, isSurplusTheirs } = paying;
  const { amounts, rest } = divide(
    amount,
    units.map((unit) => ({ on: unit.on, invoices: claimsOf(unit) })),
  );
  const collections: Collection[] = [];
  const moved: { amount: Money<FinancedCurrency>; on: IsoDate }[] = [];
  const last = units.length - 1;
  for (const [index, unit] of units.entries()) {
    const share = amounts[index] ?? amount;
    const paid = isSurplusTheirs && index === last ? add(share, rest) : share;
    if (!isPositive(paid)) continue;
    const { trackingKey, currency, source, bank, paymentId: unidentifiedId, nextPart } = receipt;
    const money: Payment = {
      ...{ trackingKey, currency, source, bank, payer, unidentifiedId },
      amount: decimalOf(paid),
      valueDate: unit.on,
      pays: 'reference' in pays ? pays : { documentIds: [...unit.documentIds] },
      part: nextPart + collections.length,
    };
    const booked = await bookDeducted(unit, money);
    if (!booked.ok) return booked;
    collections.push(booked.value);
    moved.push({ amount: paid, on: unit.on });
  }
  return done({ collections, moved });
}

/** Books a credit note that was kept back, then the money, and records the deduction. */
export async function bookDeducted(unit: Unit, money: Payment): Promise<Outcome<Collection>> {
  const { work, deduction, on, payable } = unit;
  const [invoice] = payable ?? [];
  if (deduction === null || invoice === undefined) return bookUnit(unit, money);
  const isNote = deduction.kind === 'credit-note';
  const note = isNote
    ? await bookCreditNote(work, invoice, { ...deduction, on, trackingKey: money.trackingKey })
    : null;
  if (note !== null && typeof note !== 'string') return note;
  const left = note === null ? unit : { ...unit, payable: await payableInvoices(work, [invoice.documentId]) };
  const booked = await bookUnit(left, money);
  if (booked.ok) await insertDeduction(work, booked.value.collectionId, deduction, note);
  return booked;
}

/** Books money for one unit. */
const bookUnit = ({ work, reference, payable, balance }: Unit, money: Payment): Promise<Outcome<Collection>> =>
  balance ? bookBalance(work, money, reference, balance) : bookPayment(work, money, reference, payable ?? []);
