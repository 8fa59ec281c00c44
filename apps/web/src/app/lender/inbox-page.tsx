import { InboxScreen } from '../../features/inbox/inbox-screen.tsx';
import { Page } from '../../ui/page.tsx';
import { es } from './es.ts';

export const InboxPage = () => (
  <Page title={es.inbox}>
    <InboxScreen />
  </Page>
);
