/** Limits on how far a typed exchange rate may be from known ones before a second person confirms it. */
import { ratioOf } from './ratio.ts';

/** Pesos per dollar outside these bounds are a slip; no second person can confirm them. */
const LOWEST = 5;
const HIGHEST = 100;

/** The largest difference, in per cent, that one person may publish. */
const FAR_PERCENT = 3n;

/** Whether pesos per dollar, as a decimal, can be a rate at all. */
export const isPlausibleRate = (pesosPerDollar: string): boolean =>
  Number(pesosPerDollar) >= LOWEST && Number(pesosPerDollar) <= HIGHEST;

/** Whether the rate differs from the known one by more than 3 %. */
export function isFarFrom(rate: string, known: string): boolean {
  const [a, b] = [ratioOf(rate), ratioOf(known)];
  const [wanted, from] = [a.numerator * b.denominator, b.numerator * a.denominator];
  const difference = wanted > from ? wanted - from : from - wanted;
  return difference * 100n > from * FAR_PERCENT;
}

/** Rates with which a typed one is compared; null where unknown. */
export interface KnownRates {
  /** The lender's last rate of an earlier day, so that small corrections of today's do not add up to a large one. */
  readonly last: string | null;
  /** The central bank's rate of today. */
  readonly official: string | null;
}

/** Whether a second person must confirm the rate: it is far from a known one, or there is none to compare it with. */
export function needsSecondPerson(rate: string, { last, official }: KnownRates): boolean {
  const known = [last, official].filter((one) => one !== null);
  return known.length === 0 || known.some((one) => isFarFrom(rate, one));
}
