/** Figures of the lender's whole portfolio, each of one currency. */
import { divideHalfUp } from './money.ts';

/** The hours that separate the ages of what waits: up to one hour, up to four, up to a day, longer. */
export const waitingHours = [1, 4, 24] as const;
export const waitingAges = ['hour', 'four-hours', 'day', 'longer'] as const;
export type WaitingAge = (typeof waitingAges)[number];

/** Share of the whole owed by few parties. */
export interface Concentration {
  /** Share of the five largest together, in per cent with one decimal. */
  readonly five: string;
  /** Herfindahl index: the sum of the squared shares in per cent, from 0 to 10,000 (a single party). */
  readonly herfindahl: number;
}

/** A part in per cent with one decimal; null of nothing. */
export function shareOf(part: bigint, whole: bigint): string | null {
  if (whole <= 0n) return null;
  const tenths = divideHalfUp(part * 1000n, whole);
  return `${tenths / 10n}.${tenths % 10n}`;
}

/** Null without exposure. `squares` is the sum of the squared exposures in cents, `largest` the five largest. */
export function concentrationOf(exposure: {
  readonly total: bigint;
  readonly squares: bigint;
  readonly largest: readonly bigint[];
}): Concentration | null {
  const { total, squares, largest } = exposure;
  const five = shareOf(
    largest.reduce((sum, cents) => sum + cents, 0n),
    total,
  );
  return five === null ? null : { five, herfindahl: Number(divideHalfUp(squares * 10_000n, total * total)) };
}

/**
 * The annual yield of sales on the money paid out, in per cent with two decimals: their interest against each deposit times its
 * days (`cashDays`), without compounding. Null of nothing.
 */
export const annualYield = (interest: bigint, cashDays: bigint): string | null => percentOf(interest * 365n, cashDays);

/** A part in per cent with two decimals, also below zero; null of nothing. */
export function percentOf(part: bigint, whole: bigint): string | null {
  if (whole <= 0n) return null;
  const [sign, size] = part < 0n ? ['-', -part] : ['', part];
  const hundredths = divideHalfUp(size * 10_000n, whole);
  return `${sign}${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}

/**
 * A yearly yield in per cent, compounded each time that the money comes back, as two decimals: 27.97 % on money that is out for 45 days
 * is 31.65 %. For comparison only. Null without days.
 */
export function effectiveYield(nominal: string, days: number): string | null {
  if (days <= 0) return null;
  const once = (Number(nominal) / 100) * (days / 365);
  return once <= -1 ? null : (((1 + once) ** (365 / days) - 1) * 100).toFixed(2);
}
