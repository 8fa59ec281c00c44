import { Authenticator } from '../../features/session/authenticator.tsx';
import { OpenSessions } from '../../features/session/open-sessions.tsx';
import { Passkeys } from '../../features/session/passkeys.tsx';
import { Page } from '../../ui/page.tsx';
import { es } from './es.ts';

/** The operator's own passkeys, authenticator app and sessions. */
export const AccountPage = () => (
  <Page title={es.account}>
    <Passkeys />
    <Authenticator />
    <OpenSessions />
  </Page>
);
