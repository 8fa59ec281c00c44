import { OverviewScreen } from '../../features/overview/overview-screen.tsx';
import { Page } from '../../ui/page.tsx';
import { es } from './es.ts';

export const OverviewPage = () => (
  <Page title={es.overview}>
    <OverviewScreen />
  </Page>
);
