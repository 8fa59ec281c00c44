/** Figures of a client's account statement. */
import { addDays, dateOf, type IsoDate } from './calendar.ts';
import { add, type FinancedCurrency, isPositive, type Money, money, multiply, subtract } from './money.ts';
import { addMonths, firstDayOf, type Month, monthOf } from './month.ts';
import type { PaymentForm } from './payment-complement.ts';

/** The first month of which the transfers of a credit line are listed. */
export const FIRST_DISPERSION_MONTH: Month = monthOf(dateOf('2024-01-01'));

/** A payment that the client received for an invoice it issued, as its payment complement states it. */
export interface ComplementNode<C extends FinancedCurrency = FinancedCurrency> {
  readonly paidOn: IsoDate;
  readonly form: PaymentForm;
  /** From 1, over the life of the invoice. */
  readonly instalment: number;
  readonly before: Money<C>;
  readonly paid: Money<C>;
  readonly left: Money<C>;
}

/**
 * The payments of an invoice by the lender: the deposit and the interest kept back, then the devolución and the part of the
 * aforo kept back. Together they are the total; late charges and surpluses of the receiver do not count.
 */
export function complementNodes<C extends FinancedCurrency>(
  invoice: {
    readonly total: Money<C>;
    readonly deposit: Money<C>;
    readonly interest: Money<C>;
    readonly depositedOn: IsoDate;
  },
  release: { readonly finalDeposit: Money<C>; readonly on: IsoDate } | null,
): ComplementNode<C>[] {
  const { total, deposit, interest, depositedOn } = invoice;
  const payments: (readonly [IsoDate, PaymentForm, Money<C>])[] = [
    [depositedOn, '03', deposit],
    [depositedOn, '17', interest],
  ];
  if (release) {
    const aforo = subtract(subtract(total, deposit), interest);
    const { finalDeposit, on } = release;
    const returned = finalDeposit.cents < aforo.cents ? finalDeposit : aforo;
    payments.push([on, '03', returned], [on, '17', subtract(aforo, returned)]);
  }
  let left = total;
  return payments
    .filter(([, , paid]) => isPositive(paid))
    .map(([paidOn, form, paid], index) => {
      const before = left;
      left = subtract(left, paid);
      return { paidOn, form, instalment: index + 1, before, paid, left };
    });
}

/**
 * The IVA contained in a payment of an invoice, in proportion to its total. Cumulative, so that the IVA of all its payments is
 * that of the invoice.
 */
export function containedIva<C extends FinancedCurrency>(
  { total, iva }: { readonly total: Money<C>; readonly iva: Money<C> },
  { before, paid }: { readonly before: Money<C>; readonly paid: Money<C> },
): Money<C> {
  const until = (amount: Money<C>) => multiply(iva, { numerator: amount.cents, denominator: total.cents });
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
