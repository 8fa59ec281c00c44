/**
 * Exact money: whole cents with their currency. Amounts never pass through floats, and adding two currencies does not
 * compile. Rounding is half-up (ties away from zero), once per amount, at the end of a calculation.
 */
import type { Ratio } from './ratio.ts';

export const currencies = ['MXN', 'USD', 'EUR'] as const;
export type Currency = (typeof currencies)[number];

/** The currencies the lender finances; EUR is parsed from a CFDI and refused. */
export const financedCurrencies = ['MXN', 'USD'] as const;
export type FinancedCurrency = (typeof financedCurrencies)[number];

export interface Money<C extends Currency = Currency> {
  readonly cents: bigint;
  readonly currency: C;
}

/** Up to the limit of `numeric(18,2)`. */
const DECIMAL = /^(-?)(\d{1,16})(?:\.(\d{1,2}))?$/;

export const money = <C extends Currency>(cents: bigint, currency: C): Money<C> => ({ cents, currency });

export const zero = <C extends Currency>(currency: C): Money<C> => money(0n, currency);

/** Parses "116000.00", "116000" or "-0.5"; null for anything else, including more than 18 digits. */
export function parseMoney<C extends Currency>(text: string, currency: C): Money<C> | null {
  const match = DECIMAL.exec(text);
  if (!match) return null;
  const [, sign, whole = '', fraction = ''] = match;
  const cents = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'));
  return money(sign === '-' ? -cents : cents, currency);
}

/** Parses an amount already validated by the database or the contract; throws TypeError on anything else. */
export function moneyOf<C extends Currency>(text: string, currency: C): Money<C> {
  const parsed = parseMoney(text, currency);
  if (!parsed) throw new TypeError(`not an amount of money: ${text}`);
  return parsed;
}

/** Wire and database form, always with 2 decimals: "116000.00". */
export function decimalOf(amount: Money): string {
  const absolute = amount.cents < 0n ? -amount.cents : amount.cents;
  const digits = absolute.toString().padStart(3, '0');
  return `${amount.cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export const add = <C extends Currency>(a: Money<C>, b: Money<NoInfer<C>>): Money<C> => {
  assertSameCurrency(a, b);
  return money(a.cents + b.cents, a.currency);
};

export const subtract = <C extends Currency>(a: Money<C>, b: Money<NoInfer<C>>): Money<C> => {
  assertSameCurrency(a, b);
  return money(a.cents - b.cents, a.currency);
};

/** Sum of the amounts; zero in `currency` for an empty list. */
export function sum<C extends Currency>(currency: C, amounts: readonly Money<NoInfer<C>>[]): Money<C> {
  const total = zero(currency);
  // A selection has thousands of amounts: no object per step.
  let cents = 0n;
  for (const amount of amounts) {
    assertSameCurrency(total, amount);
    cents += amount.cents;
  }
  return money(cents, currency);
}

/** One sum per currency that occurs, in the order of `currencies`. */
export const sumPerCurrency = <C extends Currency>(amounts: readonly Money<C>[]): Money<C>[] =>
  currencies.flatMap((currency) => {
    const own = amounts.filter((amount) => amount.currency === currency);
    return own[0] ? [sum(own[0].currency, own)] : [];
  });

/** The amount times an exact ratio, rounded half-up to the cent. */
export const multiply = <C extends Currency>(amount: Money<C>, ratio: Ratio): Money<C> =>
  money(divideHalfUp(amount.cents * ratio.numerator, ratio.denominator), amount.currency);

/** Converts at an exact rate (units of `to` per unit of the amount), rounded half-up to the cent. */
export const convert = <C extends Currency>(amount: Money, to: C, rate: Ratio): Money<C> =>
  money(divideHalfUp(amount.cents * rate.numerator, rate.denominator), to);

export const isPositive = (amount: Money): boolean => amount.cents > 0n;

export const lesserOf = <C extends Currency>(a: Money<C>, b: Money<NoInfer<C>>): Money<C> => {
  assertSameCurrency(a, b);
  return a.cents < b.cents ? a : b;
};

export const atLeastZero = <C extends Currency>(amount: Money<C>): Money<C> =>
  isPositive(amount) ? amount : zero(amount.currency);

/** Integer division rounding ties away from zero, so negative amounts mirror positive ones; throws RangeError on zero. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  const rounded = (2n * n + d) / (2n * d);
  return negative ? -rounded : rounded;
}

function assertSameCurrency(a: Money, b: Money): void {
  if (a.currency !== b.currency) throw new TypeError(`cannot combine ${a.currency} with ${b.currency}`);
}
