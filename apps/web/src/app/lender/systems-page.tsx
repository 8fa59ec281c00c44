import { SystemsScreen } from '../../features/systems/systems-screen.tsx';
import { Page } from '../../ui/page.tsx';
import { es } from './es.ts';

export const SystemsPage = () => (
  <Page title={es.systems}>
    <SystemsScreen />
  </Page>
);
