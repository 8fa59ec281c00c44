/** When a sign-in has to wait. Nobody else's attempts can keep a person out of an address they have signed in from. */
import type { FailedAttempts } from './queries.ts';

/** Failures older than this are forgotten. */
export const ATTEMPT_WINDOW_MINUTES = 15;
/** Free failures of one account from one address; each further one doubles the wait, from one second. */
const FREE_FAILURES = 5;
const MAX_WAIT_SECONDS = 600;
/** Failures of one address with any accounts: somebody is trying a list. */
const MAX_FROM_ADDRESS = 100;
/** Failures of one account from everywhere: from then on only addresses it has signed in from before. */
const MAX_OF_ACCOUNT = 100;

/** Whether another attempt may be made at `now`. */
export const mayTrySignIn = (failed: FailedAttempts, now: Date): boolean => {
  if (failed.fromAddress >= MAX_FROM_ADDRESS) return false;
  if (failed.ofAccount >= MAX_OF_ACCOUNT && !failed.isKnownAddress) return false;
  const over = failed.here - FREE_FAILURES;
  if (over < 0 || failed.lastHere === null) return true;
  const waitMs = Math.min(2 ** over, MAX_WAIT_SECONDS) * 1000;
  return now.getTime() - failed.lastHere.getTime() >= waitMs;
};
