import { TaxpayerListScreen } from '../../features/taxpayer-list/taxpayer-list-screen.tsx';
import { Page } from '../../ui/page.tsx';
import { es } from './es.ts';

export const TaxpayerListPage = () => (
  <Page title={es.taxpayerList}>
    <TaxpayerListScreen />
  </Page>
);
