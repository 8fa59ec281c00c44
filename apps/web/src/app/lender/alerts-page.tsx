import { AlertsScreen } from '../../features/alerts/alerts-screen.tsx';
import { Page } from '../../ui/page.tsx';
import { es } from './es.ts';

export const AlertsPage = () => (
  <Page title={es.alerts}>
    <AlertsScreen />
  </Page>
);
