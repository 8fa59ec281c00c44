/** People who sign in: what an e-mail and a password look like before any of them is looked up. */

const EMAIL = /^[^@]{1,64}@[^@.]+(\.[^@.]+)+$/;
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
