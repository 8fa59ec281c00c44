/** Delays for sign-ins. Attackers cannot lock users out of addresses and browsers with which they have signed in before. */
import { CLOCK_SKEW_MS } from '../../platform/work/clock.ts';
import type { FailedAttempts } from './queries.ts';

/** Older failures are ignored. */
const ATTEMPT_WINDOW_MINUTES = 15;
/** Free failures of an account from one place; each further one doubles the delay, from one second. */
const FREE_FAILURES = 5;
const MAX_WAIT_SECONDS = 600;
/** Failures from one address for any accounts, as in a list attack, after which only known browsers may sign in there. */
const MAX_FROM_ADDRESS = 100;
/** Failures of one account from all addresses, after which only known addresses and browsers may sign in. */
const MAX_OF_ACCOUNT = 100;

/** Wrong codes of one operator from unknown browsers together, and from each known one: of a million codes three are right. */
const MAX_CODES = 10;

/** The attempts that count at `now`; later ones are of a clock that has been set back since. */
export const attemptPeriod = (now: Date): { readonly since: Date; readonly until: Date } => ({
  since: new Date(now.getTime() - ATTEMPT_WINDOW_MINUTES * 60_000),
  until: new Date(now.getTime() + CLOCK_SKEW_MS),
});

/** Whether another code may be tried at `now`, after a right password. Strangers do not lock a known browser out. */
export const mayTryCode = (failed: FailedAttempts, now: Date): boolean =>
  (failed.isKnownDevice ? failed.here : failed.ofAccount) < MAX_CODES && mayTrySignIn(failed, now);

/** Whether an attempt is allowed at `now`. */
export const mayTrySignIn = (failed: FailedAttempts, now: Date): boolean => {
  if (failed.fromAddress >= MAX_FROM_ADDRESS && !failed.isKnownDevice) return false;
  if (failed.ofAccount >= MAX_OF_ACCOUNT && !failed.isKnownAddress && !failed.isKnownDevice) return false;
  const over = failed.here - FREE_FAILURES;
  if (over < 0 || failed.lastHere === null) return true;
  const waitMs = Math.min(2 ** over, MAX_WAIT_SECONDS) * 1000;
  return now.getTime() - failed.lastHere.getTime() >= waitMs;
};
