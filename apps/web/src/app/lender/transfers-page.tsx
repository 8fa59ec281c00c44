import { TransfersScreen } from '../../features/transfers/transfers-screen.tsx';
import { Page } from '../../ui/page.tsx';
import { es } from './es.ts';

export const TransfersPage = () => (
  <Page title={es.transfers}>
    <TransfersScreen />
  </Page>
);
