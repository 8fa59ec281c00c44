/** What is left to settle when an invoice in credit is paid: recargos, their IVA, that of the interest, and the devolución. */
import { daysBetween, type IsoDate } from './calendar.ts';
import { add, type FinancedCurrency, type Money, money, multiply, subtract } from './money.ts';
import { type Price, recargosOf } from './price.ts';
import { percent } from './ratio.ts';

/** What lateness costs by the terms of a sale. The rate is annual, in per cent ("48"). */
export interface MoratoryTerms {
  readonly moratoryRate: string;
  readonly diasBase: number;
}

/**
 * What a payment reference made on a day asks for one invoice: its total, and from the day after it was due the recargos
 * over it.
 */
export function amountAsked<C extends FinancedCurrency>(
  invoice: { readonly total: Money<C>; readonly dueDate: IsoDate } & MoratoryTerms,
  on: IsoDate,
): Money<C> {
  return add(invoice.total, recargosUntil(invoice, on));
}

/** A sold invoice with the payment in full that arrived for it. */
export interface PaidInvoice<C extends FinancedCurrency = FinancedCurrency> extends MoratoryTerms {
  /** As the sale booked it. */
  readonly price: Price<C>;
  readonly ivaRate: string;
  readonly dueDate: IsoDate;
  /** The day the bank counts the money from; it may be registered later. */
  readonly valueDate: IsoDate;
  /** What arrived for this invoice: its total, or more where its reference asked for recargos too. */
  readonly paid: Money<C>;
}

export interface Settlement<C extends FinancedCurrency = FinancedCurrency> {
  readonly paid: Money<C>;
  readonly total: Money<C>;
  readonly aforo: Money<C>;
  readonly recargos: Money<C>;
  readonly ivaRecargos: Money<C>;
  /** Devolución: what goes back to the client now, never below 0. */
  readonly finalDeposit: Money<C>;
  /** What the aforo did not cover and the client still owes; one of this and the devolución is 0. */
  readonly balanceDue: Money<C>;
}

/**
 * Settles an invoice that was paid in full: devolución = aforo + what was paid beyond the total − recargos − IVA of the
 * recargos − IVA of the interest. Paying early gives nothing back of the interest. Throws when less than the total
 * arrived: what to do then is no settlement. Source: decisions on what follows a sale, and the golden sale.
 */
export function settlementOf<C extends FinancedCurrency>(invoice: PaidInvoice<C>): Settlement<C> {
  const { price, paid } = invoice;
  const beyond = subtract(paid, price.total);
  if (beyond.cents < 0n) throw new RangeError('an invoice is settled by no less than its total');
  const recargos = recargosUntil({ ...invoice, total: price.total }, invoice.valueDate);
  const ivaRecargos = multiply(recargos, percent(invoice.ivaRate));
  const charges = add(add(recargos, ivaRecargos), price.iva);
  const left = subtract(add(price.aforo, beyond), charges);
  return {
    paid,
    total: price.total,
    aforo: price.aforo,
    recargos,
    ivaRecargos,
    finalDeposit: orZero(left),
    balanceDue: orZero(money(-left.cents, left.currency)),
  };
}

const recargosUntil = <C extends FinancedCurrency>(
  { total, dueDate, moratoryRate, diasBase }: { readonly total: Money<C>; readonly dueDate: IsoDate } & MoratoryTerms,
  day: IsoDate,
): Money<C> => recargosOf(total, daysBetween(dueDate, day), { rate: moratoryRate, diasBase });

const orZero = <C extends FinancedCurrency>(amount: Money<C>): Money<C> =>
  amount.cents > 0n ? amount : money(0n, amount.currency);
