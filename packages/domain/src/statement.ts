/** Figures of a client's account statement. */
import { addDays, dateOf, type IsoDate } from './calendar.ts';
import { ivaRates } from './iva-regime.ts';
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
} from './money.ts';
import { addMonths, firstDayOf, type Month, monthOf } from './month.ts';
import type { PaymentForm } from './payment-complement.ts';
import { percent } from './ratio.ts';

/** The first month of which the transfers of a credit line are listed. */
export const FIRST_DISPERSION_MONTH: Month = monthOf(dateOf('2024-01-01'));

/** A payment that the client received for an invoice it issued, as its payment complement states it. */
export interface ComplementNode<C extends FinancedCurrency = FinancedCurrency> {
  readonly paidOn: IsoDate;
  readonly form: PaymentForm;
  /** Counts from 1 over the life of the invoice. */
  readonly instalment: number;
  readonly before: Money<C>;
  readonly paid: Money<C>;
  readonly left: Money<C>;
}

/** Payment of a settled invoice's aforo to the client: set off against the client's debt, and by transfer. */
export interface AforoPaid<C extends FinancedCurrency = FinancedCurrency> {
  readonly kept: Money<C>;
  readonly returned: Money<C>;
}

/**
 * The part of a devolución that pays the client for the invoice. An amount that the debtor has not paid is no payment,
 * nor is money beyond the aforo: a rebate, and the debtor's surplus once late charges are paid.
 */
export function aforoPaid<C extends FinancedCurrency>(
  { total, aforo }: { readonly total: Money<C>; readonly aforo: Money<C> },
  settled: {
    readonly finalDeposit: Money<C>;
    /** Paid by the debtor, late charges and surplus included. */
    readonly collected: Money<C>;
    readonly lateCharges: Money<C>;
    readonly rebate: Money<C>;
  },
): AforoPaid<C> {
  const { finalDeposit, collected, lateCharges, rebate } = settled;
  const uncollected = atLeastZero(subtract(total, collected));
  const due = atLeastZero(subtract(aforo, uncollected));
  const surplus = atLeastZero(subtract(subtract(collected, total), lateCharges));
  const returned = lesserOf(due, atLeastZero(subtract(finalDeposit, add(surplus, rebate))));
  return { kept: subtract(due, returned), returned };
}

/**
 * The payments of an invoice by the lender, in order: the deposit, the interest and the commission kept back from it, then the part of the
 * aforo kept back when it is settled, and the devolución on the day of its transfer.
 */
export function complementNodes<C extends FinancedCurrency>(
  invoice: {
    readonly total: Money<C>;
    readonly deposit: Money<C>;
    readonly interest: Money<C>;
    /** Opening commission with its IVA. */
    readonly opening?: Money<C>;
    readonly depositedOn: IsoDate;
  },
  release: (AforoPaid<C> & { readonly on: IsoDate; readonly transferredOn: IsoDate | null }) | null,
): ComplementNode<C>[] {
  const { total, deposit, interest, opening, depositedOn } = invoice;
  const payments: (readonly [IsoDate, PaymentForm, Money<C>])[] = [
    [depositedOn, '03', deposit],
    [depositedOn, '17', opening ? add(interest, opening) : interest],
  ];
  if (release) payments.push([release.on, '17', release.kept]);
  if (release?.transferredOn) payments.push([release.transferredOn, '03', release.returned]);
  let left = total;
  return payments
    .filter(([, , paid]) => isPositive(paid))
    .map(([paidOn, form, paid], index) => {
      const before = left;
      left = subtract(left, paid);
      return { paidOn, form, instalment: index + 1, before, paid, left };
    });
}

/** Rates of IVA in per cent. */
/** Maximum sum of the rounding of all concepts. */
const ROUNDING_CENTS = 5n;

/**
 * Base and IVA of a payment of an invoice at one rate of IVA, as a payment complement states them; null if the invoice has
 * several rates, retentions or no IVA. The IVA is within the tax authority's limits for the base.
 */
export function taxOfPayment<C extends FinancedCurrency>(
  { total, iva }: { readonly total: Money<C>; readonly iva: Money<C> },
  paid: Money<C>,
): { readonly base: Money<C>; readonly iva: Money<C> } | null {
  const base = subtract(total, iva);
  const rate = ivaRates.find((each) => {
    const difference = multiply(base, percent(each)).cents - iva.cents;
    return difference <= ROUNDING_CENTS && -difference <= ROUNDING_CENTS;
  });
  if (rate === undefined || !isPositive(iva)) return null;
  const { numerator, denominator } = percent(rate);
  const share = multiply(paid, { numerator: denominator, denominator: denominator + numerator });
  return { base: share, iva: subtract(paid, share) };
}

/**
 * The IVA contained in a payment of an invoice, in proportion to its total and none beyond it. Cumulative, so that the IVA of
 * all its payments is that of the invoice.
 */
export function containedIva<C extends FinancedCurrency>(
  { total, iva }: { readonly total: Money<C>; readonly iva: Money<C> },
  { before, paid }: { readonly before: Money<C>; readonly paid: Money<C> },
): Money<C> {
  const until = (amount: Money<C>) =>
    multiply(iva, { numerator: lesserOf(amount, total).cents, denominator: total.cents });
  return subtract(until(add(before, paid)), until(before));
}

/** The last day on which the complement of a payment can be issued: the fifth of the next month. */
export const complementDeadline = (paidOn: IsoDate): IsoDate => addDays(firstDayOf(addMonths(monthOf(paidOn), 1)), 4);

/** Movements with the balance after each. `amounts` are the changes of the balance, in order. */
export function runningBalances<C extends FinancedCurrency>(
  opening: Money<C>,
  amounts: readonly Money<C>[],
): Money<C>[] {
  let balance = opening;
  return amounts.map((amount) => {
    balance = add(balance, amount);
    return balance;
  });
}

/** An amount as a charge or a credit: exactly one is above zero, unless the amount is zero. */
export const sidesOf = <C extends FinancedCurrency>(
  amount: Money<C>,
): { readonly charge: Money<C>; readonly credit: Money<C> } => {
  const none = money(0n, amount.currency);
  return amount.cents < 0n
    ? { charge: none, credit: money(-amount.cents, amount.currency) }
    : { charge: amount, credit: none };
};
