import { OpenSessions } from '../../features/session/open-sessions.tsx';
import { Page } from '../../ui/page.tsx';
import { es } from './es.ts';

/** The operator's own sessions. */
export const AccountPage = () => (
  <Page title={es.account}>
    <OpenSessions />
  </Page>
);
