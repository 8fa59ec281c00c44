/** People who sign in: what an e-mail and a password look like before any of them is looked up. */

// ASCII only, as mail servers take it everywhere: letters of other alphabets that look alike cannot pass for an address.
const EMAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i;
/** Longest e-mail and password accepted. */
export const MAX_EMAIL = 254;
export const MAX_PASSWORD = 128;

export type LoginProblem = 'EMAIL_REQUIRED' | 'EMAIL_WITH_SPACES' | 'EMAIL_INVALID' | 'PASSWORD_REQUIRED';

/** E-mails are one and the same whatever their case and surrounding spaces. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();

/** What is wrong with an e-mail as typed, or null. Source: specification of the account side, section 5. */
export function emailProblem(email: string): Exclude<LoginProblem, 'PASSWORD_REQUIRED'> | null {
  if (email.trim() === '') return 'EMAIL_REQUIRED';
  if (/\s/.test(email)) return 'EMAIL_WITH_SPACES';
  return EMAIL.test(email) && email.length <= MAX_EMAIL ? null : 'EMAIL_INVALID';
}

/** What is wrong with a password on signing in, or null. */
export const loginPasswordProblem = (password: string): 'PASSWORD_REQUIRED' | null =>
  password === '' ? 'PASSWORD_REQUIRED' : null;

/** Fewest characters of a new password. Source: specification of the account side, section 5. */
const MIN_PASSWORD = 8;

export type NewPasswordProblem =
  | 'PASSWORD_REQUIRED'
  | 'PASSWORD_WITH_SPACES'
  | 'PASSWORD_TOO_SHORT'
  | 'PASSWORD_TOO_LONG'
  | 'PASSWORDS_DIFFER';

/** What is wrong with a new password and its repetition, in order of precedence, or null. */
export function newPasswordProblem(password: string, repeated: string): NewPasswordProblem | null {
  if (password === '') return 'PASSWORD_REQUIRED';
  if (/\s/.test(password)) return 'PASSWORD_WITH_SPACES';
  if (password.length < MIN_PASSWORD) return 'PASSWORD_TOO_SHORT';
  if (password.length > MAX_PASSWORD) return 'PASSWORD_TOO_LONG';
  return password === repeated ? null : 'PASSWORDS_DIFFER';
}

/** The ten digits of a Mexican phone number as typed or pasted, with or without +52; what is too short stays as it is. */
export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  const national = digits.length > 10 && digits.startsWith('52') ? digits.slice(2) : digits;
  return national.slice(-10);
}

/** The ten digits of a phone number as a request carries it, '' when there is none, or null when it is not one. */
export function parsePhone(text: string): string | null {
  if (text.trim() === '') return '';
  if (!/^[\d\s().+-]+$/.test(text)) return null;
  const digits = text.replace(/\D/g, '').replace(/^521?(?=\d{10}$)/, '');
  return /^\d{10}$/.test(digits) ? digits : null;
}

/** A name as it is kept: composed letters, single spaces, none around. */
export const personName = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ');

/** `(###)-###-##-##`, as far as there are digits. */
export function formatPhone(text: string): string {
  const digits = phoneDigits(text);
  const parts = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6, 8), digits.slice(8, 10)].filter(Boolean);
  const [area, ...rest] = parts;
  return area === undefined ? '' : [`(${area})`, ...rest].join('-');
}

/** Whether a phone number is absent or complete. */
export const isPhone = (text: string): boolean => text === '' || /^\d{10}$/.test(text);

export interface Access {
  readonly active: boolean;
  readonly isAdmin: boolean;
}

/** Taking portal access away takes administration too; making someone an administrator gives access. */
export function changeAccess(now: Access, change: Partial<Access>): Access {
  if (change.isAdmin === true) return { active: true, isAdmin: true };
  const active = change.active ?? now.active;
  return { active, isAdmin: active && (change.isAdmin ?? now.isAdmin) };
}

/** Whether the change would leave the company without an active administrator. */
export const losesLastAdministrator = (before: Access, after: Access, activeAdministrators: number): boolean =>
  before.active && before.isAdmin && !(after.active && after.isAdmin) && activeAdministrators < 2;
