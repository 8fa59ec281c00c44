/** The weeks ahead of a client's money: what comes in, and what its receivers have to pay. */
import { addDays, type IsoDate, weekdayOf } from './calendar.ts';
import { type FinancedCurrency, type Money, money } from './money.ts';

const CASH_WEEKS = 8;

/** An amount on a day. `due`: a receiver has to pay; anything else comes in. */
export interface CashDay {
  readonly date: IsoDate;
  readonly kind: 'due' | 'expected' | 'deposit' | 'release';
  readonly amount: Money<FinancedCurrency>;
  /** Invoices. */
  readonly count: number;
}

export interface CashWeek {
  /** Today, or a Monday. */
  readonly from: IsoDate;
  /** A Sunday. */
  readonly to: IsoDate;
  readonly comesIn: Money<FinancedCurrency>;
  readonly due: Money<FinancedCurrency>;
  /** Invoices that are due. */
  readonly dueCount: number;
}

const lastOfWeek = (date: IsoDate): IsoDate => addDays(date, (7 - weekdayOf(date)) % 7);

/** The last day of the weeks that begin today. */
export const endOfCashWeeks = (today: IsoDate): IsoDate => addDays(lastOfWeek(today), 7 * (CASH_WEEKS - 1));

/** The rest of this week and the weeks after it, in one currency. */
export function cashWeeks(days: readonly CashDay[], today: IsoDate, currency: FinancedCurrency): readonly CashWeek[] {
  const ends = Array.from({ length: CASH_WEEKS }, (_, week) => addDays(lastOfWeek(today), 7 * week));
  return ends.map((to, week) => {
    const from = week === 0 ? today : addDays(to, -6);
    const own = days.filter(({ date, amount }) => amount.currency === currency && date >= from && date <= to);
    const dues = own.filter(({ kind }) => kind === 'due');
    const sumOf = (members: readonly CashDay[]) =>
      money(
        members.reduce((sum, { amount }) => sum + amount.cents, 0n),
        currency,
      );
    return {
      from,
      to,
      comesIn: sumOf(own.filter(({ kind }) => kind !== 'due')),
      due: sumOf(dues),
      dueCount: dues.reduce((sum, { count }) => sum + count, 0),
    };
  });
}
