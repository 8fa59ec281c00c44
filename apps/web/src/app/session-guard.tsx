import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { paths } from '../lib/paths.ts';
import { keepRecoveryLink } from '../lib/recovery-link.ts';
import { checkSession, currentSession, POLL_INTERVAL_MS } from '../lib/session.ts';
import { watchUserActivity } from '../lib/user-activity.ts';
import { isLayerOpen } from '../ui/overlay/layers.ts';

/** After the session has ended, an open dialog (which may offer to sign in again) is not interrupted. */
const mayStay = async (): Promise<boolean> =>
  currentSession().status === 'ended' ? isLayerOpen() : await checkSession();

/** [SES-06] [SES-07] Checks the session every 5 minutes; logs the user out when it is over. */
export function SessionGuard() {
  const router = useRouter();
  useEffect(watchUserActivity, []);
  useEffect(() => {
    const timer = setInterval(async () => {
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
    }, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [router]);
  return null;
}
