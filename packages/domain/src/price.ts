/** What selling an invoice costs and brings. Rates are exact; every amount is rounded half-up once. */
import { type FinancedCurrency, type Money, multiply, subtract, sum, zero } from './money.ts';
import { complement, percent, ratio, times } from './ratio.ts';

/** Above this a cost in per cent is noise of a deposit near 0, and no longer fits the wire's rate. */
const MAX_ANNUAL_COST = 1_000_000;

/** The terms of a credit line that a price depends on. Rates are decimal strings in per cent ("24", "22.5"). */
export interface PriceTerms {
  readonly interestRate: string;
  readonly porcentajeAdelanto: string;
  /** Days of the year the annual rate counts on, 360 unless the line says otherwise. */
  readonly diasBase: number;
  readonly ivaRate: string;
}

export interface Price<C extends FinancedCurrency = FinancedCurrency> {
  readonly total: Money<C>;
  readonly days: number;
  /** Interest on the total, without IVA. */
  readonly comision: Money<C>;
  /** IVA of the interest; settled against the aforo at the end, never taken from the first deposit. */
  readonly iva: Money<C>;
  /** What is withheld until the payer pays. */
  readonly aforo: Money<C>;
  /** What counts against the credit line: total − aforo. */
  readonly adelanto: Money<C>;
  /** What reaches the client's account: total − aforo − interest. May be 0 or less: such a sale is refused. */
  readonly deposit: Money<C>;
}

/**
 * Prices one invoice held for `days` calendar days.
 * Source: specification section 9 (interest = total × days × rate / 100 / basis) and the golden sale.
 */
export function priceOf<C extends FinancedCurrency>(total: Money<C>, days: number, terms: PriceTerms): Price<C> {
  const comision = interestOf(total, days, terms);
  const aforo = multiply(total, complement(percent(terms.porcentajeAdelanto)));
  const adelanto = subtract(total, aforo);
  return {
    total,
    days,
    comision,
    iva: multiply(comision, percent(terms.ivaRate)),
    aforo,
    adelanto,
    deposit: subtract(adelanto, comision),
  };
}

/** Simple interest on the total for a number of days, rounded once. */
export function interestOf<C extends FinancedCurrency>(
  total: Money<C>,
  days: number,
  terms: Pick<PriceTerms, 'interestRate' | 'diasBase'>,
): Money<C> {
  return multiply(total, times(percent(terms.interestRate), ratio(days, terms.diasBase)));
}

/**
 * Interest for late payment over what the payer owes, from the day after the due date: `daysLate` is 1 on that day.
 * Source: the golden sale (116,000.00, 10 days at 48 % → 1,546.67).
 */
export function recargosOf<C extends FinancedCurrency>(
  owed: Money<C>,
  daysLate: number,
  moratory: { readonly rate: string; readonly diasBase: number },
): Money<C> {
  return multiply(owed, times(percent(moratory.rate), ratio(Math.max(daysLate, 0), moratory.diasBase)));
}

/**
 * Interest to book on day `day` (1-based) of a sale: the rounded interest accrued so far less what is already booked,
 * so that the days add up to the interest exactly, whatever day is skipped, run twice or run late. A day that runs after
 * a later one finds more booked than it accrues and books nothing.
 */
export function accrualOf<C extends FinancedCurrency>(
  sold: { readonly comision: Money<C>; readonly days: number },
  day: number,
  booked: Money<C>,
): Money<C> {
  const accrued = multiply(sold.comision, ratio(Math.min(Math.max(day, 0), sold.days), sold.days));
  return accrued.cents > booked.cents ? subtract(accrued, booked) : zero(booked.currency);
}

/** The amounts of several prices added up; each was rounded on its own. */
export function totalPrice<C extends FinancedCurrency>(currency: C, prices: readonly Price<C>[]) {
  const column = (pick: (price: Price<C>) => Money<C>): Money<C> => sum<C>(currency, prices.map(pick));
  return {
    total: column((price) => price.total),
    comision: column((price) => price.comision),
    iva: column((price) => price.iva),
    aforo: column((price) => price.aforo),
    adelanto: column((price) => price.adelanto),
    deposit: column((price) => price.deposit),
  };
}

/**
 * Estimated effective annual cost without IVA, as per cent with 2 decimals ("31.65"): what the interest costs on the cash
 * received, compounded over 365 days. An estimate to compare offers by, not the official CAT; never used for an amount.
 * Null where it would say nothing: no deposit, no days, or a cost beyond any comparison.
 */
export function effectiveAnnualCost(cost: Money, deposit: Money, days: number): string | null {
  if (deposit.cents <= 0n || days < 1) return null;
  const periodic = Number(cost.cents) / Number(deposit.cents);
  const annual = ((1 + periodic) ** (365 / days) - 1) * 100;
  return annual < MAX_ANNUAL_COST ? annual.toFixed(2) : null;
}
