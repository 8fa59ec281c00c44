/** Dates and cents of the model, by the specification and apart from the product's own. */

const DAY_MS = 86_400_000;
/** Mexico City has kept this offset since 2022. */
const UTC_OFFSET_MS = 6 * 3_600_000;

/** The specification's holidays within reach of the sequences, by hand. */
const HOLIDAYS: ReadonlySet<string> = new Set([
  ...['2026-03-16', '2026-04-02', '2026-04-03', '2026-05-01', '2026-09-16', '2026-11-02', '2026-11-16'],
  ...['2026-12-12', '2026-12-25', '2027-01-01', '2027-02-01', '2027-03-15', '2027-03-25', '2027-03-26', '2027-05-01'],
]);

export const dayAt = (now: number): string => new Date(now - UTC_OFFSET_MS).toISOString().slice(0, 10);

export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Days from one date to another, 0 if it is not later. */
export const daysAfter = (from: string, to: string): number =>
  Math.max(0, (Date.parse(to) - Date.parse(from)) / DAY_MS);

const isOff = (day: string): boolean => HOLIDAYS.has(day) || [0, 6].includes(new Date(day).getUTCDay());

export function businessDayFrom(day: string): string {
  let found = day;
  while (isOff(found)) found = plusDays(found, 1);
  return found;
}

export const latest = (...days: readonly string[]): string => days.toSorted().at(-1) ?? '';

export const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const greater = (a: bigint, b: bigint): bigint => (a > b ? a : b);
export const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

/** Rounds half away from zero. */
export function halfUp(numerator: bigint, denominator: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * size + denominator) / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}

/** Formats an amount for the wire: "116000.00". */
export function inPesos(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
