import type { ErrorComponentProps } from '@tanstack/react-router';
import { lastAdviser } from '../lib/device-setting.ts';
import { paths } from '../lib/paths.ts';
import { Logo } from '../ui/logo.tsx';
import { DESKTOP, useMedia } from '../ui/use-media.ts';
import { clientMenu } from './client-menu.ts';
import { es } from './es.ts';
import { ReloadFailure } from './failure.tsx';
import { Menu } from './menu.tsx';
import { PhoneMenu } from './phone-menu.tsx';
import css from './shell.module.css';
import { ThemeSwitch } from './theme-switch.tsx';

/** The frame without a user: the session could not be asked for, or the shell failed. Every link of it tries again. */
export function ShellFailure(props: ErrorComponentProps) {
  const desktop = useMedia(DESKTOP);
  return (
    <div className={css.shell}>
      <header className={css.sidebar}>
        <a href={paths.home} className={css.brand}>
          <Logo />
        </a>
        {desktop ? (
          <Menu label={es.menu.label} items={clientMenu} />
        ) : (
          <PhoneMenu syncAllowed={false} adviser={lastAdviser.read() || null} />
        )}
        <div className={css.foot}>
          <ThemeSwitch />
        </div>
      </header>
      <div className={css.page}>
        <main id="contenido" className={css.content} tabIndex={-1}>
          <ReloadFailure {...props} />
        </main>
      </div>
    </div>
  );
}
