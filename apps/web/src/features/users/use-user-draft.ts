import type { ClientUser } from '@anticipa/contract/users';
import { useState } from 'react';
import { useUser } from '../../lib/session.ts';
import { type Draft, readDraft, usableDraft, writeDraft } from './view-model/people.ts';

/**
 * The person being edited, kept in this tab: it survives a reload and a lost session, and belongs to who typed it.
 * `restored` is whether it was already there when the page came up.
 */
export function useUserDraft(people: readonly ClientUser[]) {
  const { userId, isAdmin } = useUser();
  const key = `anticipa.user-draft.${userId}`;
  const [{ draft, restored }, setState] = useState(() => {
    const found = usableDraft(readDraft(sessionStorage.getItem(key)), people, isAdmin);
    return { draft: found, restored: found !== null };
  });
  const setDraft = (next: Draft | null): void => {
    if (next) sessionStorage.setItem(key, writeDraft(next));
    else sessionStorage.removeItem(key);
    setState({ draft: next, restored: restored && next !== null });
  };
  return { draft, restored, setDraft };
}
