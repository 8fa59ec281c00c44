import { searchPortal } from '@anticipa/contract/search';
import { uuidIn } from '@anticipa/domain/search';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { searchGuides } from '../features/help/view-model/search.ts';
import { es } from '../features/search/es.ts';
import { SearchDialog, type SearchSource } from '../features/search/search-dialog.tsx';
import { groupsOf, placesOf } from '../features/search/view-model.ts';
import { call } from '../lib/api-client.ts';
import { isFound } from '../lib/found-words.ts';
import { paths } from '../lib/paths.ts';
import { useUser } from '../lib/session.ts';
import { actionsOf } from './actions.ts';

/** A shorter text would be part of nearly every screen's words. */
const MIN_SCREEN_TEXT = 3;

/** [BUS-02] [BUS-03] The search of the portal: what the company has, the person's actions, and screens by the words of the help. */
export function Search({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const user = useUser();
  const source = useMemo((): SearchSource => {
    const actions = actionsOf(user);
    return {
      label: es.label,
      hint: es.hint,
      ask: async (q, signal) => groupsOf(await call(searchPortal, { query: { q }, signal })),
      places: (text) => {
        if (text === '') return placesOf(actions, []);
        if (text.length < MIN_SCREEN_TEXT) return [];
        const found = actions.filter(({ title, keywords }) => isFound([title, ...keywords], text));
        return placesOf(found, searchGuides(text));
      },
      onPaste: (text) => {
        const uuid = uuidIn(text);
        if (uuid === null) return false;
        void navigate({ to: paths.invoice, params: { id: uuid } });
        return true;
      },
    };
  }, [user, navigate]);
  return <SearchDialog source={source} onClose={onClose} />;
}
