import { useEffect } from 'react';
import { LoginForm } from '../../features/session/login-form.tsx';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { lockSession, useSession } from '../../lib/session.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { es } from './es.ts';
import './lock.css';
import { deviceText } from '../../lib/device-setting.ts';
import { SIGNS } from '../../lib/user-activity.ts';

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

const lastUse = deviceText('last-use');
/** Precision with which the tabs share their last use. */
const SHARED_MS = 10_000;
const CHECK_MS = 5_000;

/** Calls `onIdle` once after `idleMs` without use, also after a sleep; use starts the count again. Returns a function that stops. */
function watchIdleness(idleMs: number, onIdle: () => void): () => void {
  let usedAt = Date.now();
  let sharedAt = 0;
  let isIdle = false;
  const check = (): void => {
    const wasIdle = isIdle;
    isIdle = Date.now() - Math.max(usedAt, Number(lastUse.read())) >= idleMs;
    if (isIdle && !wasIdle) onIdle();
  };
  const use = (): void => {
    // Waking the computer counts as use only after the check.
    if (!isIdle) check();
    usedAt = Date.now();
    if (usedAt - sharedAt < SHARED_MS) return;
    sharedAt = usedAt;
    lastUse.write(String(usedAt));
  };
  use();
  const timer = setInterval(check, CHECK_MS);
  for (const sign of SIGNS) document.addEventListener(sign, use, { capture: true, passive: true });
  return () => {
    clearInterval(timer);
    for (const sign of SIGNS) document.removeEventListener(sign, use, { capture: true });
  };
}
