import { ReceiversScreen } from '../../features/receivers/receivers-screen.tsx';
import { Page } from '../../ui/page.tsx';
import { es } from './es.ts';

export const ReceiversPage = () => (
  <Page title={es.receivers}>
    <ReceiversScreen />
  </Page>
);
