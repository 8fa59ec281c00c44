/**
 * The values of an e-mailed recovery link, kept in memory and out of the address bar. Our mails carry them in the fragment,
 * which browsers do not send to servers; links of other systems, and of older mails, in the query.
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

/** Keeps the values of a link, as far as it has them. */
export const keepRecoveryLink = (carried: Partial<RecoveryLink>): void => {
  link = carried;
  for (const listener of listeners) listener();
};

/** The link in the fragment or the query of an address; null if neither has both values. */
export function linkIn({ hash, search }: { readonly hash: string; readonly search: string }): RecoveryLink | null {
  for (const part of [hash, search]) {
    const carried = new URLSearchParams(part.slice(1));
    const key = carried.get('k');
    const email = emailIn(carried.get('e'));
    if (key && email) return { key, email };
  }
  return null;
}

/** Keeps the link in the address; returns whether there was one. */
export const keepLinkOfAddress = (): boolean => {
  const found = linkIn(window.location);
  if (found) keepRecoveryLink(found);
  return found !== null;
};

/** The last link: an e-mail alone prefills step 1, with its key it opens step 2. */
export const useRecoveryLink = (): Partial<RecoveryLink> => useSyncExternalStore(listen, () => link);
