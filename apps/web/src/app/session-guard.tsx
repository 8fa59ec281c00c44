import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { paths } from '../lib/paths.ts';
import { checkSession, currentSession, POLL_INTERVAL_MS } from '../lib/session.ts';

/** [SES-06] [SES-07] Asks every 5 minutes whether the user may still be here; one who may not is sent to logout. */
export function SessionGuard() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setInterval(async () => {
      // What somebody is in the middle of asks no question when the session is over: there is nothing to save it with.
      if (!(await checkSession())) return navigate({ to: paths.logout, ignoreBlocker: true });
      const session = currentSession();
      if (session.status === 'signed-in' && session.user.mustChangePassword) {
        await navigate({ to: paths.recoverPass, search: { e: session.user.email }, ignoreBlocker: true });
      }
    }, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [navigate]);
  return null;
}
