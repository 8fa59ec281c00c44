import { useEffect, useLayoutEffect } from 'react';
import { LoginScreen } from '../features/session/login-screen.tsx';
import { leaveFor } from '../lib/leave-for.ts';
import { isOfDesk, lenderPaths } from '../lib/lender-paths.ts';
import { paths, safeReturnTo } from '../lib/paths.ts';
import { keepRecoveryLink } from '../lib/recovery-link.ts';
import { loginSearch } from '../lib/search.ts';
import { restoreSession, type SignedIn } from '../lib/session.ts';
import { BrandFooter } from '../ui/brand-footer.tsx';
import { es } from './es.ts';

const { email, returnTo } = loginSearch(Object.fromEntries(new URLSearchParams(window.location.search)));
const next = safeReturnTo(returnTo);
const nextOfOperator = isOfDesk(next) ? next : lenderPaths.home;

/** [SES-01] [SES-02] [SES-03] The sign-in page. `openPortal` mounts the portal at the current address. */
export function LoginPage({ openPortal }: { openPortal: () => Promise<void> }) {
  const goTo = (address: string): Promise<void> => {
    window.history.pushState(null, '', address);
    return openPortal();
  };
  const goOn = ({ user, recoverKey }: SignedIn): Promise<void> => {
    if (user.kind === 'operator') return leaveFor(nextOfOperator);
    if (!user.mustChangePassword) return goTo(next);
    keepRecoveryLink({ email: user.email, ...(recoverKey ? { key: recoverKey } : {}) });
    return goTo(paths.recoverPass);
  };
  useEffect(() => {
    restoreSession()
      .then((session) => {
        if (session.status !== 'signed-in') return;
        if (session.user.kind === 'operator') return leaveFor(nextOfOperator);
        window.history.replaceState(null, '', next);
        return openPortal();
      })
      .catch(() => undefined);
  }, [openPortal]);
  // Runs before the page is painted: the user may go forward at once.
  useLayoutEffect(() => {
    // The browser treats screens visited before this document was loaded as entries of the same document: going back
    // only fires `popstate`.
    const leave = (): void => void openPortal();
    window.addEventListener('popstate', leave);
    return () => window.removeEventListener('popstate', leave);
  }, [openPortal]);
  return (
    <LoginScreen
      email={email}
      footer={<BrandFooter copyright={es.copyright} />}
      onSignedIn={goOn}
      onForgotten={() => goTo(paths.recoverPass)}
    />
  );
}
