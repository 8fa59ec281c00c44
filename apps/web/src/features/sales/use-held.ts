/** Which sales this tab holds without having asked for their authorisation: remembered, so that none is left behind. */
import { currentSession } from '../../lib/session.ts';

const slot = (): string => {
  const session = currentSession();
  return `anticipa.held-sales.${'user' in session ? session.user.userId : ''}`;
};

/** Remembers the numbers of held sales; an empty list forgets them. */
export function rememberHeld(numbers: readonly number[]): void {
  if (numbers.length > 0) sessionStorage.setItem(slot(), JSON.stringify(numbers));
  else sessionStorage.removeItem(slot());
}

/** The held sales of an earlier visit of this tab. */
export function heldNumbers(): number[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(slot()) ?? '[]');
    return Array.isArray(stored) ? stored.filter((number) => Number.isInteger(number)) : [];
  } catch {
    return [];
  }
}
