/** Validity of recovery keys, and limits of recovery mails. */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export type Purpose = 'recovery' | 'invitation' | 'sign-in';

/** Validity from creation. */
export const KEY_LIFE_MS: Readonly<Record<Purpose, number>> = {
  recovery: 60 * MINUTE_MS,
  invitation: 7 * DAY_MS,
  'sign-in': 60 * MINUTE_MS,
};

export const ASKED_RECENTLY_MS = 15 * MINUTE_MS;
export const ASKED_TODAY_MS = DAY_MS;

/** Limits mails, so that a stranger can neither flood an address nor keep voiding its links. */
export const mayMailAgain = (asked: { readonly recently: number; readonly today: number }): boolean =>
  asked.recently < 3 && asked.today < 10;
