import { Link, Outlet } from '@tanstack/react-router';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { useUser } from '../../lib/session.ts';
import { Logo } from '../../ui/logo.tsx';
import { Toaster } from '../../ui/overlay/toast.tsx';
import { es as portal } from '../es.ts';
import { Letterhead } from '../letterhead.tsx';
import { SessionGuard } from '../session-guard.tsx';
import css from '../shell.module.css';
import { shortcutsTo } from '../shortcut-keys.ts';
import { Shortcuts } from '../shortcuts.tsx';
import { Connection } from '../status.tsx';
import { ThemeSwitch } from '../theme-switch.tsx';
import { Lock } from './lock.tsx';
import { DeskMenu } from './menu.tsx';
import { navigation } from './navigation.ts';

const shortcuts = shortcutsTo(navigation);

/** The frame of the desk's screens: sidebar on a desktop, bottom bar on a phone. */
export function Shell() {
  const user = useUser();
  return (
    <>
      <SessionGuard />
      <Letterhead user={user} />
      <a className={css.skip} href="#contenido" data-print="hide">
        {portal.skip}
      </a>
      <div className={css.shell}>
        <header className={css.sidebar} data-print="hide">
          <Link to={lenderPaths.home} className={css.brand}>
            <Logo />
          </Link>
          <DeskMenu />
          <div className={css.foot}>
            <div className={css.person}>
              <strong>{user.firstName}</strong>
              <span>{user.email}</span>
            </div>
            <div className={css.tools}>
              <ThemeSwitch />
              <span className={css.keyboard}>
                <Shortcuts shortcuts={shortcuts} />
              </span>
            </div>
          </div>
        </header>
        <div className={css.page}>
          <Connection />
          <main id="contenido" className={css.content} tabIndex={-1}>
            <Outlet />
          </main>
        </div>
      </div>
      <Toaster />
      <Lock />
    </>
  );
}
