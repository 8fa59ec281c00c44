import type { ClientUser } from '@anticipa/contract/users';
import { useState } from 'react';
import { useUser } from '../../lib/session.ts';
import { tabStorage } from '../../lib/tab-storage.ts';
import { type Draft, storedDraft, usableDraft } from './view-model/people.ts';

/**
 * The person being edited, kept in this tab: it survives a reload and a lost session, and belongs to who typed it.
 * `restored` is whether it was already there when the page came up.
 */
export function useUserDraft(people: readonly ClientUser[]) {
  const { userId, isAdmin } = useUser();
  const storage = tabStorage(`user-draft.${userId}`, storedDraft);
  const [{ draft, restored }, setState] = useState(() => {
    const found = usableDraft(storage.read(), people, isAdmin);
    return { draft: found, restored: found !== null };
  });
  const setDraft = (next: Draft | null): void => {
    storage.write(next);
    setState({ draft: next, restored: restored && next !== null });
  };
  return { draft, restored, setDraft };
}
