import { ClientsScreen } from '../../features/clients/clients-screen.tsx';
import { Page } from '../../ui/page.tsx';
import { es } from './es.ts';

export const ClientsPage = () => (
  <Page title={es.clients}>
    <ClientsScreen />
  </Page>
);
