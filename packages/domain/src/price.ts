/** Price of selling an invoice. Rates are exact; every amount is rounded half-up once. */
import { add, type FinancedCurrency, isPositive, type Money, moneyOf, multiply, subtract, sum, zero } from './money.ts';
import { complement, percent, ratio, times } from './ratio.ts';

/** Higher costs (in per cent) come from a deposit near 0, mean nothing and do not fit the rate on the wire. */
const MAX_ANNUAL_COST = 1_000_000;

/** Commission of each invoice that the lender charges once, when it deposits: a rate of the total and an amount, both with IVA. */
export interface OpeningTerms {
  /** Per cent of the total. */
  readonly rate: string;
  /** Decimals, by the currency of the invoice. */
  readonly amounts: Readonly<Record<FinancedCurrency, string>>;
  /** In per cent; only interest can be exempt. */
  readonly ivaRate: string;
}

/** The terms of a credit line that determine a price. Rates are decimal strings in per cent ("24", "22.5"). */
export interface PriceTerms {
  readonly interestRate: string;
  readonly advancePercent: string;
  /** Day-count basis of the annual rate: 360, or 365 by contract. */
  readonly daysInYear: number;
  readonly ivaRate: string;
  /** None by default. */
  readonly opening?: OpeningTerms | null;
}

/** Opening commission of an invoice, and its IVA. */
export interface Opening<C extends FinancedCurrency = FinancedCurrency> {
  readonly commission: Money<C>;
  readonly iva: Money<C>;
}

export interface Price<C extends FinancedCurrency = FinancedCurrency> {
  readonly total: Money<C>;
  readonly days: number;
  /** Interest on the total, without IVA. */
  readonly interest: Money<C>;
  /** IVA of the interest; settled against the aforo at the end, never deducted from the first deposit. */
  readonly iva: Money<C>;
  /** Withheld until the receiver pays. */
  readonly aforo: Money<C>;
  /** Counts against the credit line: total − aforo. */
  readonly advance: Money<C>;
  /** Kept back from the deposit; absent if there is no commission. */
  readonly opening?: Opening<C>;
  /** Paid to the client: total − aforo − interest − commission with its IVA. A sale with 0 or less is refused. */
  readonly deposit: Money<C>;
}

/**
 * Prices one invoice held for `days` calendar days.
 * Source: specification section 9 (interest = total × days × rate / 100 / basis) and the golden sale.
 */
export function priceOf<C extends FinancedCurrency>(total: Money<C>, days: number, terms: PriceTerms): Price<C> {
  const interest = interestOf(total, days, terms);
  const aforo = multiply(total, complement(percent(terms.advancePercent)));
  const advance = subtract(total, aforo);
  const opening = openingOf(total, terms.opening ?? null);
  return {
    total,
    days,
    interest,
    iva: multiply(interest, percent(terms.ivaRate)),
    aforo,
    advance,
    ...(opening && { opening }),
    deposit: subtract(subtract(advance, interest), openingCharge({ total, ...(opening && { opening }) })),
  };
}

function openingOf<C extends FinancedCurrency>(total: Money<C>, terms: OpeningTerms | null): Opening<C> | null {
  if (terms === null) return null;
  const amount = moneyOf(terms.amounts[total.currency], total.currency);
  const commission = add(multiply(total, percent(terms.rate)), amount);
  return isPositive(commission) ? { commission, iva: multiply(commission, percent(terms.ivaRate)) } : null;
}

/** Commission with its IVA that the deposit of a price keeps back. */
export const openingCharge = <C extends FinancedCurrency>({
  total,
  opening,
}: Pick<Price<C>, 'total' | 'opening'>): Money<C> =>
  opening ? add(opening.commission, opening.iva) : zero(total.currency);

/** Simple interest on the total for a number of days. */
export function interestOf<C extends FinancedCurrency>(
  total: Money<C>,
  days: number,
  terms: Pick<PriceTerms, 'interestRate' | 'daysInYear'>,
): Money<C> {
  return multiply(total, times(percent(terms.interestRate), ratio(days, terms.daysInYear)));
}

/**
 * Interest for late payment on what the receiver owes; `daysLate` is 1 on the day after the due date.
 * Source: the golden sale (116,000.00, 10 days at 48 % → 1,546.67).
 */
export function lateChargesOf<C extends FinancedCurrency>(
  owed: Money<C>,
  daysLate: number,
  moratory: { readonly rate: string; readonly daysInYear: number },
): Money<C> {
  return multiply(owed, times(percent(moratory.rate), ratio(Math.max(daysLate, 0), moratory.daysInYear)));
}

/**
 * Interest to book on day `day` (1-based) of a sale: the rounded interest accrued so far minus what is already booked.
 * The days add up exactly even if one is skipped, repeated or run late; a day run after a later one books nothing.
 */
export function accrualOf<C extends FinancedCurrency>(
  sold: { readonly interest: Money<C>; readonly days: number },
  day: number,
  booked: Money<C>,
): Money<C> {
  const accrued = multiply(sold.interest, ratio(Math.min(Math.max(day, 0), sold.days), sold.days));
  return accrued.cents > booked.cents ? subtract(accrued, booked) : zero(booked.currency);
}

/** Sum of several prices, each already rounded. */
export function totalPrice<C extends FinancedCurrency>(currency: C, prices: readonly Price<C>[]) {
  const column = (pick: (price: Price<C>) => Money<C>): Money<C> => sum<C>(currency, prices.map(pick));
  return {
    total: column((price) => price.total),
    interest: column((price) => price.interest),
    iva: column((price) => price.iva),
    aforo: column((price) => price.aforo),
    advance: column((price) => price.advance),
    ...(prices.some(({ opening }) => opening) && {
      opening: {
        commission: column(({ opening, total }) => opening?.commission ?? zero(total.currency)),
        iva: column(({ opening, total }) => opening?.iva ?? zero(total.currency)),
      },
    }),
    deposit: column((price) => price.deposit),
  };
}

/**
 * Estimated effective annual cost without IVA, in per cent with 2 decimals ("31.65"): the cost relative to the cash
 * received, compounded over 365 days. For comparing offers; not the official CAT and never used to compute an amount.
 * Null without a deposit or days, and above MAX_ANNUAL_COST.
 */
export function effectiveAnnualCost(cost: Money, deposit: Money, days: number): string | null {
  if (deposit.cents <= 0n || days < 1) return null;
  const periodic = Number(cost.cents) / Number(deposit.cents);
  const annual = ((1 + periodic) ** (365 / days) - 1) * 100;
  return annual < MAX_ANNUAL_COST ? annual.toFixed(2) : null;
}

/** The annual cost of a price: interest and commission. The IVA of the commission is kept back as well, and is no cost. */
export const annualCostOf = <C extends FinancedCurrency>({
  interest,
  opening,
  deposit,
  days,
}: Price<C>): string | null =>
  opening
    ? effectiveAnnualCost(add(interest, opening.commission), add(deposit, opening.iva), days)
    : effectiveAnnualCost(interest, deposit, days);
