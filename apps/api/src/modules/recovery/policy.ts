/** How long a key opens a new password, and how often somebody may ask for one. */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export type Purpose = 'recovery' | 'invitation' | 'sign-in';

/** How long a key is good for, from the moment it is made. */
export const KEY_LIFE_MS: Readonly<Record<Purpose, number>> = {
  recovery: 60 * MINUTE_MS,
  invitation: 7 * DAY_MS,
  'sign-in': 60 * MINUTE_MS,
};

export const ASKED_RECENTLY_MS = 15 * MINUTE_MS;
export const ASKED_TODAY_MS = DAY_MS;

/** Whether one more mail may leave: strangers who know an e-mail can neither flood it nor void its links all day. */
export const mayMailAgain = (asked: { readonly recently: number; readonly today: number }): boolean =>
  asked.recently < 3 && asked.today < 10;
