import { Link, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { lenderPaths } from '../lib/lender-paths.ts';
import type { paths } from '../lib/paths.ts';
import { useUser } from '../lib/session.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import { Toaster } from '../ui/overlay/toast.tsx';
import { DESKTOP, useMedia } from '../ui/use-media.ts';
import { es } from './es.ts';
import { Letterhead } from './letterhead.tsx';
import { SessionGuard } from './session-guard.tsx';
import css from './shell.module.css';
import type { Shortcut } from './shortcut-keys.ts';
import { Shortcuts } from './shortcuts.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** The frame of every signed-in screen: sidebar on a desktop, bottom bar on a phone. */
export function Frame(props: {
  home: typeof paths.home | typeof lenderPaths.home;
  menu: ReactNode;
  /** Below the user's name. */
  whose: ReactNode;
  shortcuts: readonly Shortcut[];
  /** Opens the search of everything. */
  onSearch: () => void;
  /** Where '/' leads: to the search of everything, or to the search box of the screen. */
  slash?: 'everything' | 'screen';
  /** A tool of its own. */
  tool?: ReactNode;
  /** Bars above the screen. */
  bars: ReactNode;
  footer?: ReactNode;
}) {
  const { home, menu, whose, shortcuts, onSearch, slash, tool, bars, footer } = props;
  const user = useUser();
  const desktop = useMedia(DESKTOP);
  return (
    <>
      <SessionGuard />
      <Letterhead user={user} />
      <a className={css.skip} href="#contenido" data-print="hide">
        {es.skip}
      </a>
      <div className={css.shell}>
        <header className={css.sidebar} data-print="hide">
          <div>
            <Link to={home} className={css.brand}>
              <Logo />
            </Link>
            {desktop ? (
              <button type="button" className={css.search} aria-haspopup="dialog" onClick={onSearch}>
                <Icon name="search" size={16} />
                {es.search.open}
                <span aria-hidden="true">{es.search.key}</span>
              </button>
            ) : null}
          </div>
          {menu}
          <div className={css.foot}>
            <div className={css.person}>
              <strong>{user.firstName}</strong>
              {typeof whose === 'string' ? <span title={whose}>{whose}</span> : whose}
            </div>
            <div className={css.tools}>
              {desktop ? null : (
                <IconButton icon="search" label={es.search.open} aria-haspopup="dialog" onClick={onSearch} />
              )}
              {tool}
              <ThemeSwitch />
              <span className={css.keyboard}>
                <Shortcuts shortcuts={shortcuts} onSearch={onSearch} slash={slash} />
              </span>
            </div>
          </div>
        </header>
        <div className={css.page}>
          {bars}
          <main id="contenido" className={css.content} tabIndex={-1}>
            <Outlet />
          </main>
          {footer ? (
            <footer className={css.footer} data-print="hide">
              {footer}
            </footer>
          ) : null}
        </div>
      </div>
      <Toaster />
    </>
  );
}
