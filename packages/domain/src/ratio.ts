/** Exact rational numbers: percentages, exchange rates and day fractions are never rounded. */

export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const DECIMAL = /^(-?)(\d{1,12})(?:\.(\d{1,8}))?$/;

/** A ratio of two integers; throws RangeError on a zero denominator. */
export function ratio(numerator: bigint | number, denominator: bigint | number): Ratio {
  const d = BigInt(denominator);
  if (d === 0n) throw new RangeError('a ratio needs a denominator other than zero');
  return { numerator: BigInt(numerator), denominator: d };
}

/** Parses a decimal such as "22.5" or "17.123456" exactly (up to 8 decimals); null for anything else. */
export function parseRatio(text: string): Ratio | null {
  const match = DECIMAL.exec(text);
  if (!match) return null;
  const [, sign, whole = '', fraction = ''] = match;
  const value = BigInt(whole + fraction);
  return { numerator: sign === '-' ? -value : value, denominator: 10n ** BigInt(fraction.length) };
}

/** Parses a rate already validated by the database or the contract; throws TypeError on anything else. */
export function ratioOf(text: string): Ratio {
  const parsed = parseRatio(text);
  if (!parsed) throw new TypeError(`not a rate: ${text}`);
  return parsed;
}

export const times = (a: Ratio, b: Ratio): Ratio => ({
  numerator: a.numerator * b.numerator,
  denominator: a.denominator * b.denominator,
});

/** One minus the ratio: 90 % → 10 %. */
export const complement = (a: Ratio): Ratio => ({
  numerator: a.denominator - a.numerator,
  denominator: a.denominator,
});

export const inverse = (a: Ratio): Ratio => ratio(a.denominator, a.numerator);

/** Cache: thousands of invoices share a few rates. */
const percentages = new Map<string, Ratio>();

/** "22.5" per cent as a fraction of one. */
export function percent(text: string): Ratio {
  const known = percentages.get(text) ?? times(ratioOf(text), ratio(1, 100));
  percentages.set(text, known);
  return known;
}
