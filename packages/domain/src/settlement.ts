/** Settlement of a paid invoice: late charges, IVA and the devolución. */
import { daysBetween, type IsoDate } from './calendar.ts';
import { add, type FinancedCurrency, type Money, money, multiply, subtract } from './money.ts';
import { lateChargesOf, type Price } from './price.ts';
import { percent } from './ratio.ts';

/** Late-payment terms of a sale. The rate is annual, in per cent ("48"). */
export interface MoratoryTerms {
  readonly moratoryRate: string;
  readonly daysInYear: number;
}

/** Amount requested for one invoice by a reference created on a day: its total plus any late charges. */
export function amountAsked<C extends FinancedCurrency>(
  invoice: { readonly total: Money<C>; readonly dueDate: IsoDate } & MoratoryTerms,
  on: IsoDate,
): Money<C> {
  return add(invoice.total, lateChargesUntil(invoice, on));
}

/** A sold invoice and the payment in full received for it. */
export interface PaidInvoice<C extends FinancedCurrency = FinancedCurrency> extends MoratoryTerms {
  /** As booked with the sale. */
  readonly price: Price<C>;
  readonly ivaRate: string;
  readonly dueDate: IsoDate;
  /** The day from which the bank counts the money; it may be registered later. */
  readonly valueDate: IsoDate;
  /** Received for this invoice: its total, or more when its reference included late charges. */
  readonly paid: Money<C>;
}

export interface Settlement<C extends FinancedCurrency = FinancedCurrency> {
  readonly paid: Money<C>;
  readonly total: Money<C>;
  readonly aforo: Money<C>;
  readonly lateCharges: Money<C>;
  readonly lateChargesIva: Money<C>;
  /** Devolución, returned to the client now; never below 0. */
  readonly finalDeposit: Money<C>;
  /** Not covered by the aforo and still owed by the client; either this or the devolución is 0. */
  readonly balanceDue: Money<C>;
}

/**
 * Settles an invoice paid in full: devolución = aforo + surplus over the total − late charges − their IVA − IVA of the
 * interest. Early payment refunds no interest. Throws RangeError if less than the total was paid.
 * Source: docs/decisions/0022-late-charges-deducted-from-the-aforo.md and the golden sale.
 */
export function settlementOf<C extends FinancedCurrency>(invoice: PaidInvoice<C>): Settlement<C> {
  const { price, paid } = invoice;
  const surplus = subtract(paid, price.total);
  if (surplus.cents < 0n) throw new RangeError('cannot settle an invoice for less than its total');
  const lateCharges = lateChargesUntil({ ...invoice, total: price.total }, invoice.valueDate);
  const lateChargesIva = multiply(lateCharges, percent(invoice.ivaRate));
  const charges = add(add(lateCharges, lateChargesIva), price.iva);
  const left = subtract(add(price.aforo, surplus), charges);
  return {
    paid,
    total: price.total,
    aforo: price.aforo,
    lateCharges,
    lateChargesIva,
    finalDeposit: atLeastZero(left),
    balanceDue: atLeastZero(money(-left.cents, left.currency)),
  };
}

const lateChargesUntil = <C extends FinancedCurrency>(
  { total, dueDate, moratoryRate, daysInYear }: { readonly total: Money<C>; readonly dueDate: IsoDate } & MoratoryTerms,
  day: IsoDate,
): Money<C> => lateChargesOf(total, daysBetween(dueDate, day), { rate: moratoryRate, daysInYear });

const atLeastZero = <C extends FinancedCurrency>(amount: Money<C>): Money<C> =>
  amount.cents > 0n ? amount : money(0n, amount.currency);
