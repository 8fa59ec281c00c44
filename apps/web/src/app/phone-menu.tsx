import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { lazyPart } from '../lib/lazy-part.ts';
import { paths, SELL_ANCHOR } from '../lib/paths.ts';
import { Icon } from '../ui/icon.tsx';
import { es } from './es.ts';
import css from './menu.module.css';

const MoreSheet = lazyPart(() => import('./more-sheet.tsx'), 'MoreSheet');
const HelpCentre = lazyPart(() => import('../features/help/help-centre.tsx'), 'HelpCentre');

const places = [
  { to: paths.home, hash: '', title: es.phone.home, icon: 'home' },
  { to: paths.home, hash: SELL_ANCHOR, title: es.phone.sell, icon: 'money' },
  { to: paths.collections, hash: '', title: es.phone.collections, icon: 'bank' },
] as const;

/** The menu of a client on a phone: three places, and everything else behind 'Más'. */
export function PhoneMenu({ syncAllowed, adviser }: { syncAllowed: boolean; adviser: string | null }) {
  const [open, setOpen] = useState<'more' | 'help' | null>(null);
  const close = (): void => setOpen(null);
  const pathname = useLocation({ select: (location) => location.pathname });
  const isElsewhere = !places.some(({ to }) => to === pathname);
  return (
    <>
      <nav aria-label={es.menu.label} className={css.menu}>
        {places.map(({ to, hash, title, icon }) => (
          <Link
            key={title}
            to={to}
            hash={hash}
            className={css.item}
            preload={false}
            activeOptions={{ exact: true, includeSearch: false, includeHash: true }}
          >
            <Icon name={icon} size={20} />
            {title}
          </Link>
        ))}
        <button
          type="button"
          className={`${css.item}${isElsewhere ? ' active' : ''}`}
          aria-current={isElsewhere || undefined}
          aria-haspopup="dialog"
          onClick={() => setOpen('more')}
        >
          <Icon name="list" size={20} />
          {es.phone.more}
        </button>
      </nav>
      {open === 'more' ? <MoreSheet adviser={adviser} onHelp={() => setOpen('help')} onClose={close} /> : null}
      {open === 'help' ? <HelpCentre syncAllowed={syncAllowed} adviser={adviser} onClose={close} /> : null}
    </>
  );
}
