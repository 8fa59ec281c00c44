/** CLABE: the 18-digit number of a bank account, bank (3), town (3), account (11) and a check digit. */

const WEIGHTS = [3, 7, 1];

/**
 * The CLABE that begins with these 17 digits. Its check digit weighs them 3, 7, 1 in turn, each product modulo 10.
 * Source: the banks' association's standard; 012180004643051249 is valid.
 */
export function clabeOf(digits: string): string {
  if (!/^\d{17}$/.test(digits)) throw new RangeError('a CLABE begins with 17 digits');
  const total = [...digits].reduce((sum, digit, index) => sum + ((Number(digit) * (WEIGHTS[index % 3] ?? 0)) % 10), 0);
  return `${digits}${(10 - (total % 10)) % 10}`;
}

/** Whether the text is 18 digits whose check digit agrees. */
export const isClabe = (text: string): boolean => /^\d{18}$/.test(text) && clabeOf(text.slice(0, 17)) === text;
