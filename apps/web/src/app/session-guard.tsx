import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { watchAttendance } from '../lib/attendance.ts';
import { paths } from '../lib/paths.ts';
import { keepRecoveryLink } from '../lib/recovery-link.ts';
import { checkSession, currentSession, POLL_INTERVAL_MS } from '../lib/session.ts';
import { isLayerOpen } from '../ui/overlay/layers.ts';

/** Who has lost the session may be signing in again in a dialog, or have one open that offers it: that is not cut short. */
const mayStay = async (): Promise<boolean> =>
  currentSession().status === 'ended' ? isLayerOpen() : await checkSession();

/** [SES-06] [SES-07] Asks every 5 minutes whether the user may still be here; one who may not is sent to logout. */
export function SessionGuard() {
  const router = useRouter();
  useEffect(watchAttendance, []);
  useEffect(() => {
    const timer = setInterval(async () => {
      if (!(await mayStay())) {
        const search = { returnTo: router.state.location.href };
        // What somebody is in the middle of asks no question now: there is nothing to save it with, and drafts are kept.
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
