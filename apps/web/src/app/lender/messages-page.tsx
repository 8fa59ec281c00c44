import { MessagesScreen } from '../../features/outbox/messages-screen.tsx';
import { Page } from '../../ui/page.tsx';
import { es } from './es.ts';

export const MessagesPage = () => (
  <Page title={es.messages}>
    <MessagesScreen />
  </Page>
);
