import { searchGuides } from '../features/help/view-model/search.ts';
import { SearchDialog } from '../features/search/search-dialog.tsx';

/** The search of the portal, which finds screens by the words of the help. */
export const Search = ({ onClose }: { onClose: () => void }) => (
  <SearchDialog findScreens={searchGuides} onClose={onClose} />
);
