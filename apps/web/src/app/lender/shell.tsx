import { useMemo, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { useUser } from '../../lib/session.ts';
import { Frame } from '../frame.tsx';
import { shortcutsTo } from '../shortcut-keys.ts';
import { Connection } from '../status.tsx';
import { DeskMenu } from './desk-menu.tsx';
import { Lock } from './lock.tsx';
import { menuOf } from './screens.ts';

const DeskSearch = lazyPart(() => import('./search.tsx'), 'DeskSearch');

/** The desk's frame, which locks. */
export function Shell() {
  const { email, roles } = useUser();
  const shortcuts = useMemo(() => shortcutsTo(menuOf(roles)), [roles]);
  const [isSearching, setSearching] = useState(false);
  return (
    <>
      <Frame
        home={lenderPaths.home}
        menu={<DeskMenu />}
        whose={email}
        shortcuts={shortcuts}
        onSearch={() => setSearching(true)}
        slash="screen"
        bars={<Connection />}
      />
      {isSearching ? <DeskSearch onClose={() => setSearching(false)} /> : null}
      <Lock />
    </>
  );
}
