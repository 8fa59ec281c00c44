/** Delays for sign-ins. Attackers cannot lock users out of addresses from which they have signed in before. */
import type { FailedAttempts } from './queries.ts';

/** Older failures are ignored. */
export const ATTEMPT_WINDOW_MINUTES = 15;
/** Free failures of an account from one address; each further one doubles the delay, from one second. */
const FREE_FAILURES = 5;
const MAX_WAIT_SECONDS = 600;
/** Failures from one address for any accounts, as in a list attack. */
const MAX_FROM_ADDRESS = 100;
/** Failures of one account from all addresses, after which only known addresses may sign in. */
const MAX_OF_ACCOUNT = 100;

/** Whether an attempt is allowed at `now`. */
export const mayTrySignIn = (failed: FailedAttempts, now: Date): boolean => {
  if (failed.fromAddress >= MAX_FROM_ADDRESS) return false;
  if (failed.ofAccount >= MAX_OF_ACCOUNT && !failed.isKnownAddress) return false;
  const over = failed.here - FREE_FAILURES;
  if (over < 0 || failed.lastHere === null) return true;
  const waitMs = Math.min(2 ** over, MAX_WAIT_SECONDS) * 1000;
  return now.getTime() - failed.lastHere.getTime() >= waitMs;
};
