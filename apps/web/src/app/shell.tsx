import { Link, Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { HelpButton } from '../features/help/help-button.tsx';
import { SurveyHost } from '../features/surveys/survey-host.tsx';
import { paths } from '../lib/paths.ts';
import { menuScreens, screens } from '../lib/screens.ts';
import { useUser } from '../lib/session.ts';
import { Logo } from '../ui/logo.tsx';
import { loadPopovers } from '../ui/overlay/popover.tsx';
import { loadToasts, Toaster } from '../ui/overlay/toast.tsx';
import { DESKTOP, useMedia } from '../ui/use-media.ts';
import { es } from './es.ts';
import { Letterhead } from './letterhead.tsx';
import { LiveUpdates } from './live-updates.tsx';
import { Menu, type MenuItem } from './menu.tsx';
import { PhoneMenu } from './phone-menu.tsx';
import type { router as portal } from './router.ts';
import { SessionGuard } from './session-guard.tsx';
import css from './shell.module.css';
import { shortcutsTo } from './shortcut-keys.ts';
import { Shortcuts } from './shortcuts.tsx';
import { Status } from './status.tsx';
import { TestBanner } from './test-banner.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

const menu: readonly MenuItem[] = [
  ...Object.values(menuScreens),
  { to: paths.logout, title: es.menu.logout, icon: 'logout' },
];

const shortcuts = shortcutsTo(Object.values(screens));

/** The frame of every signed-in screen: sidebar on a desktop, bottom bar on a phone. */
export function Shell() {
  const user = useUser();
  const desktop = useMedia(DESKTOP);
  const adviser = user.client?.promoterPhone || null;
  useOtherScreens();
  return (
    <>
      <SessionGuard />
      <LiveUpdates />
      <Letterhead user={user} />
      <a className={css.skip} href="#contenido" data-print="hide">
        {es.skip}
      </a>
      <div className={css.shell}>
        <header className={css.sidebar} data-print="hide">
          <Link to={paths.home} className={css.brand}>
            <Logo />
          </Link>
          {desktop ? (
            <Menu label={es.menu.label} items={menu} />
          ) : (
            <PhoneMenu syncAllowed={user.syncAllowed} adviser={adviser} />
          )}
          <div className={css.foot}>
            <div className={css.person}>
              <strong>{user.firstName}</strong>
              {user.client ? <span title={user.client.entityName}>{user.client.entityName}</span> : null}
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
          <TestBanner displayed={false} />
          <Status />
          <main id="contenido" className={css.content} tabIndex={-1}>
            <Outlet />
          </main>
          <footer className={css.footer} data-print="hide">
            {es.copyright(new Date().getFullYear())}
          </footer>
        </div>
      </div>
      <Toaster />
      <SurveyHost key={user.userId} userId={user.userId} />
      <HelpButton label={es.help} syncAllowed={user.syncAllowed} adviser={adviser} />
    </>
  );
}

const AFTER_FIRST_SCREEN_MS = 3_000;

/**
 * Loads the code of overlays and other screens once the first one is drawn: they open at once, and without a network
 * too. One after the other, because all in one task would delay a click.
 */
function useOtherScreens(): void {
  const router = useRouter<typeof portal>();
  useEffect(() => {
    let isMounted = true;
    const load = async (): Promise<void> => {
      await Promise.all([loadPopovers(), loadToasts()]);
      for (const { to } of Object.values(screens)) if (isMounted) await router.loadRouteChunk(router.routesByPath[to]);
    };
    const timer = setTimeout(() => void load(), AFTER_FIRST_SCREEN_MS);
    return () => {
      isMounted = false;
      clearTimeout(timer);
    };
  }, [router]);
}
