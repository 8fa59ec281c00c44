import type { ClientUser } from '@anticipa/contract/users';
import { useState } from 'react';
import { useUser } from '../../lib/session.ts';
import { tabStorage } from '../../lib/tab-storage.ts';
import { storedDraft, type UserDraft, usableDraft } from './view-model/people.ts';

/**
 * The user being edited, stored per editor in this tab: survives a reload and a lost session. `restored`: the draft was
 * already stored when the page loaded.
 */
export function useUserDraft(people: readonly ClientUser[]) {
  const { userId, isAdmin } = useUser();
  const storage = tabStorage(`user-draft.${userId}`, storedDraft);
  const [{ draft, restored }, setState] = useState(() => {
    const found = usableDraft(storage.read(), people, isAdmin);
    return { draft: found, restored: found !== null };
  });
  const setDraft = (next: UserDraft | null): void => {
    storage.write(next);
    setState({ draft: next, restored: restored && next !== null });
  };
  return { draft, restored, setDraft };
}
