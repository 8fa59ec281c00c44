import { useState } from 'react';
import { LoginForm } from '../features/session/login-form.tsx';
import { useReachability } from '../lib/reachability.ts';
import { useSession } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { StatusBar } from '../ui/status-bar.tsx';
import { es } from './es.ts';

/** Says quietly that the network, the server or the session is gone, and offers to continue where one was. */
export function Status() {
  const session = useSession();
  const reachability = useReachability();
  const [signingIn, setSigningIn] = useState(false);
  if (session.status === 'ended') {
    return (
      <>
        <StatusBar
          icon="clock"
          action={
            <Button size="small" onClick={() => setSigningIn(true)}>
              {es.status.signInAgain}
            </Button>
          }
        >
          {es.status.ended}
        </StatusBar>
        {signingIn ? (
          <Dialog title={es.again.title} size="small" onClose={() => setSigningIn(false)}>
            <LoginForm email={session.user.email} onSignedIn={() => setSigningIn(false)} />
          </Dialog>
        ) : null}
      </>
    );
  }
  if (reachability === 'offline') return <StatusBar icon="offline">{es.status.offline}</StatusBar>;
  if (reachability === 'server-down') return <StatusBar icon="alert">{es.status.serverDown}</StatusBar>;
  return null;
}
