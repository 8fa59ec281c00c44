/** Validity of recovery keys, and limits of recovery mails. */

import { CLOCK_SKEW_MS } from '../../platform/work/clock.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export type Purpose = 'recovery' | 'invitation' | 'sign-in';

/** Validity from creation. */
export const KEY_LIFE_MS: Readonly<Record<Purpose, number>> = {
  recovery: 60 * MINUTE_MS,
  invitation: 7 * DAY_MS,
  'sign-in': 60 * MINUTE_MS,
};

/** Whether a key is valid at `at`: neither expired nor created by a clock that has been set back since. */
export const isKeyValid = (
  { purpose, expiresAt }: { readonly purpose: Purpose; readonly expiresAt: Date },
  at: Date,
): boolean => {
  const left = expiresAt.getTime() - at.getTime();
  return left > 0 && left <= KEY_LIFE_MS[purpose] + CLOCK_SKEW_MS;
};

export const ASKED_RECENTLY_MS = 15 * MINUTE_MS;
export const ASKED_TODAY_MS = DAY_MS;

/** Links asked for within three periods. */
export interface LinksAsked {
  readonly recently: number;
  readonly inKeyLife: number;
  readonly today: number;
}

/**
 * Limits mails, so that a stranger can neither flood an address nor keep voiding its links. A user can always recover: if no
 * mail is sent, the last one still holds a valid link, because links up to the last used one do not count.
 */
export const mayMailAgain = ({ recently, inKeyLife, today }: LinksAsked): boolean =>
  recently < 3 && (today < 10 || inKeyLife === 0);
