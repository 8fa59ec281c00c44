import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { Icon } from '../../ui/icon.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DESKTOP, useMedia } from '../../ui/use-media.ts';
import css from '../menu.module.css';
import { es } from './es.ts';
import { navigation } from './navigation.ts';

const items = [...navigation, { to: paths.logout, title: es.logout, icon: 'logout' } as const];
/** On a phone the rest is behind 'Más'. */
const PHONE_ITEMS = 3;

/** The desk's menu: a list in the sidebar, a bar at the bottom of a phone. */
export function DeskMenu() {
  const isDesktop = useMedia(DESKTOP);
  const [isOpen, setOpen] = useState(false);
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
function Links({ of, onChosen }: { of: typeof items; onChosen?: () => void }) {
  return of.map(({ to, title, icon }) => (
    <Link key={to} to={to} className={onChosen ? undefined : css.item} preload={false} onClick={onChosen}>
      <Icon name={icon} size={20} />
      {title}
    </Link>
  ));
}
