/** The script of login.html: the sign-in page, and only what it needs. */
import { LoginPage } from './app/login-page.tsx';
import { root } from './page.ts';

/** The portal takes over the page that stands, and with it the session in its memory. */
async function openPortal(): Promise<void> {
  try {
    const { Portal } = await import('./app/portal.tsx');
    root.render(<Portal />);
  } catch {
    window.location.reload();
  }
}

root.render(<LoginPage openPortal={openPortal} />);
