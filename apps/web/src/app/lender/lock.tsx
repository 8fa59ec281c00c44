import { useEffect } from 'react';
import { LoginForm } from '../../features/session/login-form.tsx';
import { watchIdleness } from '../../lib/idleness.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { lockSession, useSession } from '../../lib/session.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { es } from './es.ts';
import './lock.css';

const IDLE_MS = 15 * 60_000;

/**
 * Hides the desk once its session has ended, which 15 minutes without use do. The screen is kept for the same operator,
 * with marks and input.
 */
export function Lock() {
  const session = useSession();
  useEffect(() => watchIdleness(IDLE_MS, lockSession), []);
  if (session.status !== 'ended') return null;
  const { email, userId } = session.user;
  return (
    <Dialog title={es.locked.title} size="small" closable={false} onClose={() => {}}>
      <div data-lock>
        <p>{es.locked.text}</p>
        <LoginForm
          email={email}
          onSignedIn={({ user }) => {
            if (user.userId !== userId) window.location.assign(lenderPaths.home);
          }}
        />
      </div>
    </Dialog>
  );
}
