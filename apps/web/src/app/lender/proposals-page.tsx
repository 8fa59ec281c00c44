import { ProposalsScreen } from '../../features/clients/proposals-screen.tsx';
import { Page } from '../../ui/page.tsx';
import { es } from './es.ts';

export const ProposalsPage = () => (
  <Page title={es.proposals}>
    <ProposalsScreen />
  </Page>
);
