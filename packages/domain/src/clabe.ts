/** CLABE, an 18-digit bank account number: bank (3), town (3), account (11), check digit (1). */

const WEIGHTS = [3, 7, 1];

/**
 * Appends the check digit to the first 17 digits, weighted 3, 7, 1 in turn with each product modulo 10.
 * Throws RangeError for anything but 17 digits. Source: the banking association's standard; 012180004643051249 is valid.
 */
export function clabeOf(digits: string): string {
  if (!/^\d{17}$/.test(digits)) throw new RangeError('a CLABE needs exactly 17 digits before its check digit');
  const total = [...digits].reduce((sum, digit, index) => sum + ((Number(digit) * (WEIGHTS[index % 3] ?? 0)) % 10), 0);
  return `${digits}${(10 - (total % 10)) % 10}`;
}

/** Whether the text is 18 digits with a correct check digit. */
export const isClabe = (text: string): boolean => /^\d{18}$/.test(text) && clabeOf(text.slice(0, 17)) === text;

/** Whether the bank takes in what is paid to a payer's CLABE. */
type AccountState = 'pending' | 'registered' | 'refused';

export const accountSteps = {
  register: { from: ['pending'], to: 'registered' },
  refuse: { from: ['pending'], to: 'refused' },
  repeat: { from: ['refused'], to: 'pending' },
} as const satisfies Readonly<Record<string, { readonly from: readonly AccountState[]; readonly to: AccountState }>>;
export type AccountStep = keyof typeof accountSteps;
