/**
 * The two values of an e-mailed recovery link, held in memory so that the key stays in no address and no history. They
 * arrive behind the #, which the browser sends to no server.
 */
import { useSyncExternalStore } from 'react';
import { emailIn } from './search.ts';

export interface RecoveryLink {
  readonly email: string;
  readonly key: string;
}

let link: Partial<RecoveryLink> = {};
const listeners = new Set<() => void>();
const listen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Keeps what the address carried, as far as it carried anything. */
export const keepRecoveryLink = (carried: Partial<RecoveryLink>): void => {
  link = carried;
  for (const listener of listeners) listener();
};

/** Keeps the link of the address, if it has one, and says whether it had. */
export const keepLinkOfAddress = (): boolean => {
  const carried = new URLSearchParams(window.location.hash.slice(1));
  const key = carried.get('k');
  const email = emailIn(carried.get('e'));
  if (!key || !email) return false;
  keepRecoveryLink({ key, email });
  return true;
};

/** What the last link carried: an e-mail alone fills the first step in, with its key it opens the second. */
export const useRecoveryLink = (): Partial<RecoveryLink> => useSyncExternalStore(listen, () => link);
