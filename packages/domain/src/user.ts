/** Users: format of e-mails, passwords, phone numbers and names, and access rules. */

// ASCII only: every mail server supports it, and look-alike letters of other alphabets cannot impersonate an address.
const EMAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i;
/** Maximum lengths. */
export const MAX_EMAIL = 254;
export const MAX_PASSWORD = 128;

export type LoginProblem = 'EMAIL_REQUIRED' | 'EMAIL_WITH_SPACES' | 'EMAIL_INVALID' | 'PASSWORD_REQUIRED';

/** E-mails compare without case and surrounding spaces. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

/** What is wrong with an e-mail as typed, or null. Source: specification of the account side, section 5. */
export function emailProblem(email: string): Exclude<LoginProblem, 'PASSWORD_REQUIRED'> | null {
  if (email.trim() === '') return 'EMAIL_REQUIRED';
  if (/\s/.test(email)) return 'EMAIL_WITH_SPACES';
  return EMAIL.test(email) && email.length <= MAX_EMAIL ? null : 'EMAIL_INVALID';
}

/** What is wrong with a password at sign-in, or null. */
export const loginPasswordProblem = (password: string): 'PASSWORD_REQUIRED' | null =>
  password === '' ? 'PASSWORD_REQUIRED' : null;

/** Minimum length of a new password. Source: specification of the account side, section 5. */
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

/** The ten digits of a Mexican phone number as typed or pasted, with or without +52; fewer while incomplete. */
export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  const national = digits.length > 10 && digits.startsWith('52') ? digits.slice(2) : digits;
  return national.slice(-10);
}

/** The ten digits of a phone number in a request, '' for none, null for an invalid one. */
export function parsePhone(text: string): string | null {
  if (text.trim() === '') return '';
  if (!/^[\d\s().+-]+$/.test(text)) return null;
  const digits = text.replace(/\D/g, '').replace(/^521?(?=\d{10}$)/, '');
  return /^\d{10}$/.test(digits) ? digits : null;
}

/** Stored form of a name: NFC, without invisible characters, trimmed, single spaces. */
export const personName = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\p{Cf}+/gu, '')
    .trim()
    .replace(/\s+/g, ' ');

/** `(###)-###-##-##`, as far as the digits go. */
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

/** Revoking access also revokes administration; making someone an administrator grants access. */
export function changeAccess(now: Access, change: Partial<Access>): Access {
  if (change.isAdmin === true) return { active: true, isAdmin: true };
  const active = change.active ?? now.active;
  return { active, isAdmin: active && (change.isAdmin ?? now.isAdmin) };
}

/** Whether the change would leave the company without an active administrator. */
export const losesLastAdministrator = (before: Access, after: Access, activeAdministrators: number): boolean =>
  before.active && before.isAdmin && !(after.active && after.isAdmin) && activeAdministrators < 2;
