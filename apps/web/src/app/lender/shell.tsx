import { useMemo } from 'react';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { useUser } from '../../lib/session.ts';
import { Frame } from '../frame.tsx';
import { shortcutsTo } from '../shortcut-keys.ts';
import { Connection } from '../status.tsx';
import { DeskMenu } from './desk-menu.tsx';
import { Lock } from './lock.tsx';
import { menuOf } from './screens.ts';

/** The desk's frame, which locks. */
export function Shell() {
  const { email, roles } = useUser();
  const shortcuts = useMemo(() => shortcutsTo(menuOf(roles)), [roles]);
  return (
    <>
      <Frame home={lenderPaths.home} menu={<DeskMenu />} whose={email} shortcuts={shortcuts} bars={<Connection />} />
      <Lock />
    </>
  );
}
