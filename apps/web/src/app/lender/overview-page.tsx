import { OverviewScreen } from '../../features/overview/overview-screen.tsx';
import { SetupList } from '../../features/setup/setup-list.tsx';
import { Page } from '../../ui/page.tsx';
import { es } from './es.ts';

export const OverviewPage = () => (
  <Page title={es.overview}>
    <SetupList />
    <OverviewScreen />
  </Page>
);
