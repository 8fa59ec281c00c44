/** Applies a receipt: each client gets a payment, and the rest is left of the receipt. */
import type { Collection, UnidentifiedPayment } from '@anticipa/contract/collections';
import type { IsoDate } from '@anticipa/domain/calendar';
import { done, type Outcome } from '@anticipa/domain/errors';
import { add, decimalOf, type FinancedCurrency, isPositive, type Money, sum } from '@anticipa/domain/money';
import { byPaidDay, type Claim, divide } from '@anticipa/domain/receipt';
import type { Debt } from '@anticipa/domain/typed-payment';
import type { WideWork } from '../../platform/work/work.ts';
import { bookBalance } from './balance.ts';
import { owedToday } from './doubts.ts';
import type { Match, Pays } from './match.ts';
import { bookPayment, type Payment, paymentProblem } from './payment.ts';
import type { BalanceDue, PayableInvoice } from './queries.ts';

/** Debts of one client that money pays on one day. */
export type Unit = Pick<Match, 'work'> &
  Pick<Match['target'], 'reference'> & {
    readonly on: IsoDate;
    /** Ids of the invoices that were named; of those of a reference, the ones that it still covers. */
    readonly documentIds: readonly string[];
    readonly payable: readonly PayableInvoice[] | null;
    readonly balance: BalanceDue | null;
  };

/** The units of locked matches; money that came before a deposit pays on its day. */
export const unitsOf = (matches: readonly Match[], valueDate: IsoDate): Unit[] =>
  matches.flatMap(({ work, target: { reference }, matched }): Unit[] => {
    if ('balance' in matched) {
      const { balance } = matched;
      const [{ on } = { on: valueDate }] = byPaidDay(valueDate, [balance]);
      return [{ work, reference, on, documentIds: [balance.documentId], payable: null, balance }];
    }
    return byPaidDay(valueDate, matched.payable).map(({ on, invoices }) => {
      const documentIds = invoices.map(({ documentId }) => documentId);
      return { work, reference, on, documentIds, payable: invoices, balance: null };
    });
  });

const claimsOf = ({ payable, balance, on }: Unit): readonly Claim<FinancedCurrency>[] =>
  payable ?? (balance ? [{ ...balance, dueDate: on, moratoryRate: '0', daysInYear: 360 }] : []);

/** Why money cannot pay these units. */
export const unitsProblem = (wide: WideWork, money: Pick<Payment, 'currency' | 'valueDate'>, units: readonly Unit[]) =>
  paymentProblem(wide, money, units.flatMap(claimsOf));

/** Debt of units with late charges today, in their currency. */
export const debtOf = (units: readonly Unit[]): Omit<Debt<FinancedCurrency>, 'isSurplusTheirs'> => {
  const owed = units.map(({ work, payable, balance, reference }) =>
    balance ? balance.owed : owedToday(work, payable ?? [], reference),
  );
  const days = units.flatMap(({ payable, balance }) =>
    (payable ?? (balance ? [balance] : [])).map((one) => one.depositedOn),
  );
  return { owed: sum(owed[0]?.currency ?? 'MXN', owed), depositedOn: days.toSorted().at(-1) ?? null };
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
    const booked = await bookUnit(unit, money);
    if (!booked.ok) return booked;
    collections.push(booked.value);
    moved.push({ amount: paid, on: unit.on });
  }
  return done({ collections, moved });
}

/** Books money for one unit. */
export const bookUnit = ({ work, reference, payable, balance }: Unit, money: Payment): Promise<Outcome<Collection>> =>
  balance ? bookBalance(work, money, reference, balance) : bookPayment(work, money, reference, payable ?? []);
