/** Cost of a client's financing by payer and by month: what was charged, the rate that it makes, and the days that it took. */
import { daysBetween, type IsoDate } from './calendar.ts';
import { add, decimalOf, type FinancedCurrency, type Money, zero } from './money.ts';
import { addMonths, lastDayOf, type Month } from './month.ts';
import { effectiveYield } from './portfolio.ts';

/** The most months that are read at once. */
export const COST_MONTHS = 12;

const chargeKinds = ['interest', 'iva', 'recargos', 'ivaRecargos', 'commission', 'ivaCommission'] as const;
export type ChargeKind = (typeof chargeKinds)[number];
export type Charges<C extends FinancedCurrency> = Readonly<Record<ChargeKind, Money<C>>>;

/** Charges without IVA, which the client credits. */
const costs: readonly ChargeKind[] = ['interest', 'recargos', 'commission'];

/** An invoice in a month. */
export interface CostCell<C extends FinancedCurrency = FinancedCurrency> {
  readonly documentId: string;
  readonly payer: string;
  readonly month: Month;
  readonly charges: Charges<C>;
  /** Cents of the client's use of the lender's money, times days. */
  readonly cashDays: bigint;
  /** Days from the deposit to the payment, or to the due date while it is not paid. */
  readonly term: number;
  /** If it was paid in the month, the days from its deposit to its due date and to its payment. */
  readonly paid: { readonly promised: number; readonly taken: number } | null;
}

export interface CostLine extends Readonly<Record<ChargeKind, string>> {
  /** The charges together, with their IVA. */
  readonly total: string;
  readonly invoices: number;
  /** Rate of the paid invoices: per cent a year on the money received, without IVA and compounded as often as it comes back; null of none. */
  readonly effectiveRate: string | null;
  /** Invoices that were paid, and the mean of their days with one decimal; null of none. */
  readonly paid: number;
  readonly promisedDays: string | null;
  readonly takenDays: string | null;
}

const none = <C extends FinancedCurrency>(currency: C): Charges<C> => {
  const nothing = zero(currency);
  return {
    interest: nothing,
    iva: nothing,
    recargos: nothing,
    ivaRecargos: nothing,
    commission: nothing,
    ivaCommission: nothing,
  };
};

/** An invoice in a month with these charges; the others are zero. */
export const chargesOf = <C extends FinancedCurrency>(currency: C, some: Partial<Charges<C>>): Charges<C> => ({
  ...none(currency),
  ...some,
});

const mean = (values: readonly number[]): string | null =>
  values.length === 0 ? null : (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(1);

/**
 * Cells of one currency as one line. `lives`: every cell of the invoices that were paid in them, whose rate it is: a month alone would have
 * the charges of a payment without the months of the money that it paid for.
 */
export function costLine<C extends FinancedCurrency>(
  currency: C,
  cells: readonly CostCell<C>[],
  lives: readonly CostCell<C>[],
): CostLine {
  const summed = cells.reduce(
    (sums, { charges }) => ({
      interest: add(sums.interest, charges.interest),
      iva: add(sums.iva, charges.iva),
      recargos: add(sums.recargos, charges.recargos),
      ivaRecargos: add(sums.ivaRecargos, charges.ivaRecargos),
      commission: add(sums.commission, charges.commission),
      ivaCommission: add(sums.ivaCommission, charges.ivaCommission),
    }),
    none(currency),
  );
  const all = (kinds: readonly ChargeKind[]) => kinds.map((kind) => summed[kind]).reduce((a, b) => add(a, b));
  const paid = cells.flatMap((cell) => (cell.paid ? [cell.paid] : []));
  const cashDays = lives.reduce((sum, cell) => sum + cell.cashDays, 0n);
  const charged = lives.reduce(
    (sum, { charges }) => sum + costs.reduce((own, kind) => own + charges[kind].cents, 0n),
    0n,
  );
  const nominal = cashDays > 0n ? (Number(charged) * 36_500) / Number(cashDays) : null;
  // Each invoice counts by the money that it brought, for as long as it brought it.
  const termDays = lives.reduce((sum, cell) => sum + cell.cashDays * BigInt(cell.term), 0n);
  return {
    interest: decimalOf(summed.interest),
    iva: decimalOf(summed.iva),
    recargos: decimalOf(summed.recargos),
    ivaRecargos: decimalOf(summed.ivaRecargos),
    commission: decimalOf(summed.commission),
    ivaCommission: decimalOf(summed.ivaCommission),
    total: decimalOf(all(chargeKinds)),
    invoices: new Set(cells.map(({ documentId }) => documentId)).size,
    effectiveRate: nominal === null ? null : effectiveYield(String(nominal), Number(termDays) / Number(cashDays)),
    paid: paid.length,
    promisedDays: mean(paid.map(({ promised }) => promised)),
    takenDays: mean(paid.map(({ taken }) => taken)),
  };
}

/** The money of an invoice from a day on: what the client has of the lender's, and what is owed for it. */
export interface CashStep {
  readonly on: IsoDate;
  /** Change of both in cents. */
  readonly cash: bigint;
  readonly owed: bigint;
}

/**
 * Cents times days of an invoice in a month, up to a day: what the client has at the start of each day. Nothing is counted once
 * nothing is owed.
 */
export function cashDaysIn(steps: readonly CashStep[], month: Month, today: IsoDate): bigint {
  const before = lastDayOf(addMonths(month, -1));
  const after = (day: IsoDate): number => daysBetween(before, day);
  const length = Math.min(after(today), after(lastDayOf(month)));
  let [cash, owed, total] = [0n, 0n, 0n];
  for (const [index, step] of steps.entries()) {
    cash += step.cash;
    owed += step.owed;
    const next = steps[index + 1];
    const days = Math.min(next ? after(next.on) : length, length) - Math.max(after(step.on), 0);
    if (owed > 0n && cash > 0n && days > 0) total += cash * BigInt(days);
  }
  return total;
}

/** The months of a period, at most as many as are read at once, the last ones. */
export function costMonths(from: Month, to: Month): Month[] {
  const months: Month[] = [];
  for (let month = to; month >= from && months.length < COST_MONTHS; month = addMonths(month, -1))
    months.unshift(month);
  return months;
}
