/** The script of login.html: the sign-in page alone. */
import { LoginPage } from './app/login-page.tsx';
import { root } from './page.ts';

/** Mounts the portal in place, keeping the in-memory session. */
async function openPortal(): Promise<void> {
  try {
    const { Portal } = await import('./app/portal.tsx');
    root.render(<Portal />);
  } catch {
    window.location.reload();
  }
}

root.render(<LoginPage openPortal={openPortal} />);
