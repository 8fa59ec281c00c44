import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { paths } from '../lib/paths.ts';
import { checkSession, POLL_INTERVAL_MS } from '../lib/session.ts';

/** Asks every 5 minutes whether the user may still be here; one who may not is sent to logout. */
export function SessionGuard() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setInterval(async () => {
      if (!(await checkSession())) await navigate({ to: paths.logout });
    }, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [navigate]);
  return null;
}
