import type { SessionUser } from '@anticipa/contract/session';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { lastAdviser, lastUser } from '../lib/device-setting.ts';
import { paths } from '../lib/paths.ts';
import { keepRecoveryLink } from '../lib/recovery-link.ts';
import { checkSession, currentSession, POLL_INTERVAL_MS, useUser } from '../lib/session.ts';
import { followSignOut } from '../lib/sign-out.ts';
import { tabTexts } from '../lib/tab-texts.ts';
import { watchUserActivity } from '../lib/user-activity.ts';
import { isLayerOpen } from '../ui/overlay/layers.ts';
import { showToast } from '../ui/overlay/toast.tsx';
import { es } from './es.ts';

/**
 * Whether the user may stay. After the session has ended, an open dialog (which may offer to sign in again) is not
 * interrupted. Another call may find the end during the check.
 */
const mayStay = async (): Promise<boolean> =>
  (await checkSession()) && (currentSession().status !== 'ended' || isLayerOpen());

/** Remembers the user and the adviser. A change of user is never silent: a page of another port of this host can replace the cookie, or a colleague sign in. */
function rememberUser({ userId, fullName, client }: SessionUser): void {
  const before = tabTexts.getItem('user') ?? lastUser.read();
  tabTexts.setItem('user', userId);
  lastUser.write(userId);
  lastAdviser.write(client?.promoterPhone ?? '');
  if (before && before !== userId) showToast({ text: es.otherUser(fullName, client?.entityName), timeout: 60_000 });
}

/**
 * [SES-06] [SES-07] Checks the session every 5 minutes and when the back button restores the page; logs the user out
 * when it is over.
 */
export function SessionGuard() {
  const router = useRouter();
  const user = useUser();
  useEffect(() => (user.view ? undefined : rememberUser(user)), [user]);
  useEffect(watchUserActivity, []);
  useEffect(followSignOut, []);
  useEffect(() => {
    const check = async (): Promise<void> => {
      if (!(await mayStay())) {
        const search = { returnTo: router.state.location.href };
        // No question about unsaved changes: they cannot be saved without a session, and drafts are kept.
        return router.navigate({ to: paths.logout, search, ignoreBlocker: true });
      }
      const session = currentSession();
      if (session.status === 'signed-in' && session.user.mustChangePassword) {
        keepRecoveryLink({ email: session.user.email });
        await router.navigate({ to: paths.recoverPass, ignoreBlocker: true });
      }
    };
    const comeBack = async ({ persisted }: PageTransitionEvent): Promise<void> => {
      if (!persisted) return;
      // The user may have signed out while the browser kept this page: nothing is shown before that is known.
      const { style } = document.documentElement;
      style.visibility = 'hidden';
      await check();
      style.visibility = '';
    };
    const timer = setInterval(check, POLL_INTERVAL_MS);
    window.addEventListener('pageshow', comeBack);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pageshow', comeBack);
    };
  }, [router]);
  return null;
}
