import { atLeastZero, type FinancedCurrency, type Money } from '@anticipa/domain/money';

/** The levels of a credit bar, from [TAB-10]. */
export type CreditLevel = 'available' | 'low' | 'overdraft';

export interface CreditView {
  readonly level: CreditLevel;
  /** Available credit in whole per cent, 0 to 100, rounded down. */
  readonly percent: number;
  /** Length of the bar, 0 to 100. */
  readonly length: number;
}

const LOW_PERCENT = 15;

/**
 * Available credit as a share of the line, both in cents of one currency. 15 % or less is low, 0 or less overdraft,
 * decided on exact cents, not on the rounded percentage; the bar never exceeds 100.
 */
export function creditView(availableCents: bigint, limitCents: bigint): CreditView {
  if (availableCents <= 0n || limitCents <= 0n) return { level: 'overdraft', percent: 0, length: 0 };
  const low = availableCents * 100n <= BigInt(LOW_PERCENT) * limitCents;
  const length = Math.min(100, Number((availableCents * 10_000n) / limitCents) / 100);
  return { level: low ? 'low' : 'available', percent: Math.floor(length), length };
}

/** The level in words. The figure is rounded down: 15 % alone would read as low. */
export function creditWord({ level, percent }: CreditView): string {
  if (level === 'overdraft') return 'Sobregiro';
  if (level === 'low') return `Queda ${percent} %`;
  return `${percent > LOW_PERCENT ? '' : 'Más de '}${percent} % disponible`;
}

/** The amount that can be drawn: nothing where the limit was lowered below what is in use. */
export const creditToDraw = <C extends FinancedCurrency>(available: Money<C>): Money<C> => atLeastZero(available);
