/** Exact decimals of a CFDI, and the limits within which the tax authority accepts a product of two of them. */

/** Digits after the point of every scaled number here: two factors of it can be multiplied without a loss. */
const SCALE = 12;
const ONE = 10n ** BigInt(SCALE);
/** Upper limits take it off a factor: 10⁻¹². */
const EPSILON = 1n;

const DECIMAL = /^(\d{1,18})(?:\.(\d{1,10}))?$/;

/** A decimal in 10⁻¹², with the number of digits that it was written with. */
export interface Exact {
  readonly scaled: bigint;
  readonly decimals: number;
}

/** Null for anything that is no decimal without a sign, of at most eighteen and ten digits. */
export function exactOf(text: string | null): Exact | null {
  const [, whole, fraction = ''] = DECIMAL.exec(text ?? '') ?? [];
  if (whole === undefined) return null;
  return { scaled: BigInt(`${whole}${fraction.padEnd(SCALE, '0')}`), decimals: fraction.length };
}

/** A decimal of a given number of digits, in 10⁻¹², rounded half-up. */
export function rounded(scaled: bigint, decimals: number): bigint {
  const unit = 10n ** BigInt(SCALE - decimals);
  return ((2n * scaled + unit) / (2n * unit)) * unit;
}

/** The exact product of two decimals in 10⁻¹². Throws away what is smaller. */
export const product = (a: bigint, b: bigint): bigint => (a * b) / ONE;

export const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

/** Half of the last digit of a decimal. */
const half = ({ decimals }: Exact): bigint => 10n ** BigInt(SCALE - decimals) / 2n;

/** Both limits, in 10⁻¹²: the lower one truncated and the upper one rounded up to a number of digits. */
function within(low: bigint, high: bigint, decimals: number): readonly [bigint, bigint] {
  const unit = 10n ** BigInt(2 * SCALE - decimals);
  const back = 10n ** BigInt(SCALE - decimals);
  return [(low / unit) * back, ((high + unit - 1n) / unit) * back];
}

/**
 * Limits of a tax: (base − half of its last digit) × rate, truncated, and (base + half of its last digit − 10⁻¹²) × rate,
 * rounded up. Source: Anexo 20 of 2022, attributes `Importe` of `Traslado` and `ImporteDR` of `TrasladoDR`.
 */
export const limitsOfTax = (base: Exact, rate: Exact, decimals: number): readonly [bigint, bigint] =>
  within((base.scaled - half(base)) * rate.scaled, (base.scaled + half(base) - EPSILON) * rate.scaled, decimals);

/** Limits of a concept's `Importe`: those of a quantity and a unit price, each with half of its last digit. */
export const limitsOfAmount = (quantity: Exact, price: Exact, decimals: number): readonly [bigint, bigint] =>
  within(
    (quantity.scaled - half(quantity)) * (price.scaled - half(price)),
    (quantity.scaled + half(quantity) - EPSILON) * (price.scaled + half(price) - EPSILON),
    decimals,
  );
