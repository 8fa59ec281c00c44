import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LoginForm } from '../features/session/login-form.tsx';
import { paths } from '../lib/paths.ts';
import { useReachability } from '../lib/reachability.ts';
import { keepRecoveryLink } from '../lib/recovery-link.ts';
import { askToSignIn, type SignedIn, stopAskingToSignIn, useSession } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { StatusBar } from '../ui/feedback/status-bar.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { isLayerOpen } from '../ui/overlay/layers.ts';
import { es } from './es.ts';

/** Shows that the network, the server or the session is gone, and offers to sign in again in place. */
export function Status() {
  const session = useSession();
  const navigate = useNavigate();
  const screen = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const ended = session.status === 'ended';
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving a screen rejects the requests parked on it
  useEffect(() => stopAskingToSignIn(), [screen]);
  useEffect(() => {
    // The bar cannot be reached from inside a dialog, so the prompt opens by itself.
    if (ended && isLayerOpen()) askToSignIn();
  }, [ended]);
  if (session.status === 'ended') {
    const before = session.user.userId;
    const goOn = ({ user, recoverKey }: SignedIn): void => {
      // The screen and its drafts belong to the previous user.
      if (user.userId !== before) window.location.assign(paths.home);
      else if (user.mustChangePassword) {
        keepRecoveryLink({ email: user.email, ...(recoverKey ? { key: recoverKey } : {}) });
        void navigate({ to: paths.recoverPass, ignoreBlocker: true });
      }
    };
    return (
      <>
        <StatusBar
          icon="clock"
          action={
            <Button size="small" onClick={() => askToSignIn()}>
              {es.status.signInAgain}
            </Button>
          }
        >
          {es.status.ended}
        </StatusBar>
        {session.asking ? (
          <Dialog title={es.again.title} size="small" onClose={() => stopAskingToSignIn()}>
            <LoginForm email={session.user.email} onSignedIn={goOn} />
          </Dialog>
        ) : null}
      </>
    );
  }
  return <Connection />;
}

/** Shows that the network or the server is gone. */
export function Connection() {
  const reachability = useReachability();
  if (reachability === 'offline') return <StatusBar icon="offline">{es.status.offline}</StatusBar>;
  if (reachability === 'server-down') return <StatusBar icon="alert">{es.status.serverDown}</StatusBar>;
  return null;
}
