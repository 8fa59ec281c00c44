/** Invoices in credit that a lender financed before it used the portal, from the day on which their books move here. */
import { daysBetween, type IsoDate } from './calendar.ts';
import { type LedgerLine, linesOf } from './ledger.ts';
import { add, divideHalfUp, type FinancedCurrency, isPositive, type Money, multiply, subtract } from './money.ts';
import type { Price } from './price.ts';
import { percent } from './ratio.ts';

/** A row of the file: what was agreed, and what has become of it by the cut day. */
export interface LoadedInvoice<C extends FinancedCurrency = FinancedCurrency> {
  readonly total: Money<C>;
  readonly emittedOn: IsoDate;
  readonly dueDate: IsoDate;
  readonly soldOn: IsoDate;
  readonly depositedOn: IsoDate;
  readonly advance: Money<C>;
  readonly aforo: Money<C>;
  readonly discount: Money<C>;
  /** The part of the discount that was earned through the cut day. */
  readonly earned: Money<C>;
  readonly deposited: Money<C>;
  readonly collected: Money<C>;
  /** Owed by the client beside the invoice: IVA that was invoiced, and late charges. Its aforo pays it. */
  readonly clientOwes: Money<C>;
}

/** Fields of a row whose value contradicts another one. */
export const loadFaults = [
  'ADVANCE_AND_AFORO',
  'DEPOSIT_AND_DISCOUNT',
  'DATES_OUT_OF_ORDER',
  'EARNED_OVER_DISCOUNT',
  'OVERDUE_NOT_EARNED',
  'NOTHING_FINANCED',
] as const;
export type LoadFault = (typeof loadFaults)[number];

/** Everything that cannot be true of a row at once. */
export function loadFaultsOf<C extends FinancedCurrency>(row: LoadedInvoice<C>, cutOn: IsoDate): LoadFault[] {
  const { total, advance, aforo, discount, earned, deposited, emittedOn, soldOn, depositedOn, dueDate } = row;
  const isInOrder = emittedOn <= soldOn && soldOn <= depositedOn && depositedOn <= cutOn && soldOn < dueDate;
  const found: [boolean, LoadFault][] = [
    [add(advance, aforo).cents !== total.cents, 'ADVANCE_AND_AFORO'],
    [add(deposited, discount).cents !== advance.cents, 'DEPOSIT_AND_DISCOUNT'],
    [!isInOrder, 'DATES_OUT_OF_ORDER'],
    [earned.cents > discount.cents, 'EARNED_OVER_DISCOUNT'],
    [dueDate <= cutOn && earned.cents !== discount.cents, 'OVERDUE_NOT_EARNED'],
    [!isPositive(remainderOf(row, { cutOn, ivaRate: '0' }).deposit), 'NOTHING_FINANCED'],
  ];
  return found.flatMap(([isFault, fault]) => (isFault ? [fault] : []));
}

/**
 * The price of what is left of a sale on the cut day, as if it were bought then: the debt that is left against the aforo, the
 * discount that is not earned yet, and the lender's money that is still in it. Its days earn the rest of the discount.
 */
export function remainderOf<C extends FinancedCurrency>(
  { total, aforo, discount, earned, collected, dueDate }: LoadedInvoice<C>,
  { cutOn, ivaRate }: { readonly cutOn: IsoDate; readonly ivaRate: string },
): Price<C> {
  const owed = subtract(total, collected);
  const interest = subtract(discount, earned);
  const advance = subtract(owed, aforo);
  return {
    total: owed,
    // An overdue invoice has nothing left to earn.
    days: Math.max(daysBetween(cutOn, dueDate), 1),
    interest,
    iva: multiply(interest, percent(ivaRate)),
    aforo,
    advance,
    deposit: subtract(advance, interest),
  };
}

const RATE_DECIMALS = 8;

/** The rates that were agreed, in per cent, from the amounts of the whole sale. */
export const ratesOf = <C extends FinancedCurrency>(
  { total, discount, advance, soldOn, dueDate }: LoadedInvoice<C>,
  daysInYear: number,
): { readonly interestRate: string; readonly advancePercent: string } => ({
  interestRate: shareOf(discount.cents * BigInt(daysInYear), total.cents * BigInt(daysBetween(soldOn, dueDate))),
  advancePercent: shareOf(advance.cents, total.cents),
});

/** A share in per cent, without trailing zeros. */
function shareOf(part: bigint, whole: bigint): string {
  const digits = divideHalfUp(part * 100n * 10n ** BigInt(RATE_DECIMALS), whole)
    .toString()
    .padStart(RATE_DECIMALS + 1, '0');
  return `${digits.slice(0, -RATE_DECIMALS)}.${digits.slice(-RATE_DECIMALS)}`.replace(/\.?0+$/, '');
}

/** The books of an invoice begin with what is left of it; APERTURA stands for all that happened before. */
export const openingLines = <C extends FinancedCurrency>(
  documentId: string,
  { total, aforo, interest, deposit }: Price<C>,
  clientOwes: Money<C>,
): LedgerLine<C>[] =>
  linesOf<C>(documentId, [
    ['debit', 'CARTERA', total],
    ['debit', 'CLIENTE', clientOwes],
    ['credit', 'AFORO_POR_DEVOLVER', aforo],
    ['credit', 'INTERES_POR_DEVENGAR', interest],
    ['credit', 'APERTURA', add(deposit, clientOwes)],
  ]);
