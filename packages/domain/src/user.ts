/** Users: format of e-mails, passwords, phone numbers and names, and access rules. */

// ASCII only: every mail server supports it, and look-alike letters of other alphabets cannot impersonate an address.
const EMAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i;
/** Maximum lengths. */
export const MAX_EMAIL = 254;
export const MAX_PASSWORD = 128;

export type LoginProblem = 'EMAIL_REQUIRED' | 'EMAIL_WITH_SPACES' | 'EMAIL_INVALID' | 'PASSWORD_REQUIRED';

/** E-mails compare without case and surrounding spaces. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

/** Fault of a typed e-mail, or null. Source: specification of the account side, section 5. */
export function emailProblem(email: string): Exclude<LoginProblem, 'PASSWORD_REQUIRED'> | null {
  if (email.trim() === '') return 'EMAIL_REQUIRED';
  if (/\s/.test(email)) return 'EMAIL_WITH_SPACES';
  return EMAIL.test(email) && email.length <= MAX_EMAIL ? null : 'EMAIL_INVALID';
}

/** Fault of a password at sign-in, or null. */
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

/** Fault of a new password and its repetition, in order of precedence, or null. */
export function newPasswordProblem(password: string, repeated: string): NewPasswordProblem | null {
  if (password === '') return 'PASSWORD_REQUIRED';
  if (/\s/.test(password)) return 'PASSWORD_WITH_SPACES';
  if (password.length < MIN_PASSWORD) return 'PASSWORD_TOO_SHORT';
  if (password.length > MAX_PASSWORD) return 'PASSWORD_TOO_LONG';
  return password === repeated ? null : 'PASSWORDS_DIFFER';
}

/**
 * The digits of a Mexican phone number as typed or pasted: without its extension, +52, and the 044, 045, 01 and 1 that were
 * dialled until 2019. Ten if the number is right.
 */
function nationalDigits(text: string): string {
  const [dialled = ''] = text.split(/(?<=\d[\s().-]*)(?:e?xt|#)/i);
  const digits = dialled.replace(/\D/g, '').replace(/^(?:04[45]|01)/, '');
  return digits.length > 10 ? digits.replace(/^(?:52)?1?/, '') : digits;
}

/** The digits of `nationalDigits` that the mask shows: at most ten, fewer while incomplete. */
export const phoneDigits = (text: string): string => nationalDigits(text).slice(0, 10);

/** The ten digits of a phone number in a request, '' for none, null for an invalid one. */
export function parsePhone(text: string): string | null {
  if (text.trim() === '') return '';
  if (!/^[\d\s().+-]+$/.test(text) || /^\s*\+(?!52)/.test(text)) return null;
  const digits = nationalDigits(text);
  return isPhone(digits) ? digits : null;
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

/** Whether a phone number is absent or complete: no area code begins with 0, 1 or 52. */
export const isPhone = (text: string): boolean => text === '' || /^(?!52)[2-9]\d{9}$/.test(text);

// A web address has a slash, an at sign or two words joined by a full stop; a name has none of them.
const NO_NAME = /[/\\@<>:]|\p{L}{2}\.\p{L}{2}/u;

/** Whether a text can be the name of a person: mails greet people by it, so it must not carry a link. */
export const isPersonName = (text: string): boolean => !NO_NAME.test(text);

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
