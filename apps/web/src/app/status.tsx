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

/** Says quietly that the network, the server or the session is gone, and offers to continue where one was. */
export function Status() {
  const session = useSession();
  const reachability = useReachability();
  const navigate = useNavigate();
  const screen = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const ended = session.status === 'ended';
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever leaves a screen no longer waits for what they asked for on it
  useEffect(() => stopAskingToSignIn(), [screen]);
  useEffect(() => {
    // The bar cannot be reached from inside a dialog, so there the way back comes by itself.
    if (ended && isLayerOpen()) askToSignIn();
  }, [ended]);
  if (session.status === 'ended') {
    const before = session.user.userId;
    const goOn = ({ user, recoverKey }: SignedIn): void => {
      // What is on the screen belongs to the person who left, and so does what was typed.
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
  if (reachability === 'offline') return <StatusBar icon="offline">{es.status.offline}</StatusBar>;
  if (reachability === 'server-down') return <StatusBar icon="alert">{es.status.serverDown}</StatusBar>;
  return null;
}
