import { Link, useMatchRoute } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { paths } from '../../lib/paths.ts';
import { useUser } from '../../lib/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DESKTOP, useMedia } from '../../ui/use-media.ts';
import { Frame } from '../frame.tsx';
import css from '../menu.module.css';
import { shortcutsTo } from '../shortcut-keys.ts';
import { Connection } from '../status.tsx';
import { es } from './es.ts';
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

const LOGOUT = { to: paths.logout, title: es.logout, icon: 'logout', also: undefined } as const;
type Item = ReturnType<typeof menuOf>[number] | typeof LOGOUT;

/** On a phone the rest is behind 'Más'. */
const PHONE_ITEMS = 3;

/** The desk's menu: a list in the sidebar, a bar at the bottom of a phone. */
function DeskMenu() {
  const isDesktop = useMedia(DESKTOP);
  const [isOpen, setOpen] = useState(false);
  const items = [...menuOf(useUser().roles), LOGOUT];
  const shown = isDesktop ? items : items.slice(0, PHONE_ITEMS);
  const hidden = items.slice(shown.length);
  return (
    <>
      <nav aria-label={es.menu} className={css.menu}>
        <Links of={shown} />
        {hidden.length > 0 ? (
          <button type="button" className={css.item} aria-haspopup="dialog" onClick={() => setOpen(true)}>
            <Icon name="list" size={20} />
            {es.more}
          </button>
        ) : null}
      </nav>
      {isOpen ? (
        <Dialog title={es.more} size="medium" onClose={() => setOpen(false)}>
          <div className={css.more}>
            <Links of={hidden} onChosen={() => setOpen(false)} />
          </div>
        </Dialog>
      ) : null}
    </>
  );
}

/** In the bar a link has its own look; the sheet styles its children. */
function Links({ of, onChosen }: { of: readonly Item[]; onChosen?: () => void }) {
  const matchRoute = useMatchRoute();
  return of.map(({ to, title, icon, also }) => {
    const isNear = also !== undefined && matchRoute({ to: also }) !== false;
    const look = onChosen ? undefined : `${css.item} ${isNear ? 'active' : ''}`;
    return (
      <Link key={to} to={to} className={look} aria-current={isNear || undefined} preload={false} onClick={onChosen}>
        <Icon name={icon} size={20} />
        {title}
      </Link>
    );
  });
}
